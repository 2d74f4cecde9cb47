//! Folders and files of the session: cd, pwd, ls, mkdir, rm, touch, cp, mv, basename, dirname.

use super::{
    super::{
        interpreter::{Flow, Shell},
        session::HOME,
    },
    Options,
};

pub fn cd(shell: &mut Shell, args: &[String]) -> Flow {
    let old = shell.session.scope.folder.clone();
    let to = match args.first().map(String::as_str) {
        None => shell.session.variable("HOME").unwrap_or(HOME).to_owned(),
        Some("-") => match shell.session.variable("OLDPWD").map(String::from) {
            Some(folder) => {
                shell.out(&format!("{folder}\n"))?;
                folder
            }
            None => return shell.fail(1, "sh: cd: OLDPWD not set"),
        },
        Some(_) if args.len() > 1 => return shell.fail(1, "sh: cd: too many arguments"),
        Some(folder) => folder.to_owned(),
    };
    let path = shell.session.absolute(&to);
    if !shell.session.is_folder(&path) {
        let why = if shell.session.files.contains_key(&path) {
            "Not a directory"
        } else {
            "No such file or directory"
        };
        return shell.fail(1, format!("sh: cd: {}: {why}", super::shorten(&to)));
    }
    shell.session.scope.folder = path.clone();
    for (name, value) in [("OLDPWD", old), ("PWD", path)] {
        if let Err(why) = shell.session.set(name, value) {
            return shell.fail(1, format!("sh: {why}"));
        }
    }
    Ok(0)
}

pub fn pwd(shell: &mut Shell, _: &[String]) -> Flow {
    let folder = shell.session.scope.folder.clone();
    shell.out(&format!("{folder}\n"))?;
    Ok(0)
}

pub fn ls(shell: &mut Shell, args: &[String]) -> Flow {
    let options = match Options::read("ls", args, "la1AhFtrRd", &[("all", 'a')]) {
        Ok(options) => options,
        Err(why) => return shell.fail(2, why),
    };
    let mut paths = options.rest.clone();
    if paths.is_empty() {
        paths.push(".".into());
    }
    let mut status = 0;
    let titled = paths.len() > 1;
    let size = |shell: &Shell, path: &str| shell.session.files.get(path).map_or(0, String::len);
    for path in &paths {
        let absolute = shell.session.absolute(path);
        let entries: Vec<(String, String)> = if shell.session.files.contains_key(&absolute) {
            vec![(path.clone(), absolute)]
        } else if shell.session.is_folder(&absolute) {
            if titled {
                shell.out(&format!("{path}:\n"))?;
            }
            let names = shell.session.entries(&absolute);
            names
                .into_iter()
                .filter(|name| options.has('a') || options.has('A') || !name.starts_with('.'))
                .map(|name| {
                    let plain = name.trim_end_matches('/').to_owned();
                    let whole = shell.session.absolute(&format!("{absolute}/{plain}"));
                    (plain, whole)
                })
                .collect()
        } else {
            status = shell.fail(2, format!("ls: cannot access '{path}': No such file or directory"))?;
            continue;
        };
        for (name, whole) in entries {
            let folder = shell.session.is_folder(&whole);
            let line = if options.has('l') {
                let kind = if folder { "drwxr-xr-x" } else { "-rw-r--r--" };
                format!("{kind} {:>8} {name}\n", size(shell, &whole))
            } else {
                let mark = if folder && options.has('F') { "/" } else { "" };
                format!("{name}{mark}\n")
            };
            shell.out(&line)?;
        }
    }
    Ok(status)
}

pub fn mkdir(shell: &mut Shell, args: &[String]) -> Flow {
    let options = match Options::read("mkdir", args, "pvm:", &[("parents", 'p')]) {
        Ok(options) => options,
        Err(why) => return shell.fail(1, why),
    };
    if options.rest.is_empty() {
        return shell.fail(1, "mkdir: missing operand");
    }
    let mut status = 0;
    for path in &options.rest {
        if let Err(why) = make_folder(shell, path, options.has('p')) {
            status =
                shell.fail(1, format!("mkdir: cannot create directory '{}': {why}", super::shorten(path)))?;
        }
    }
    Ok(status)
}

/// Makes a folder, with those above it if asked.
pub fn make_folder(shell: &mut Shell, path: &str, parents: bool) -> Result<(), String> {
    let absolute = shell.session.absolute(path);
    let session = &mut *shell.session;
    if session.files.contains_key(&absolute) || session.is_folder(&absolute) && !parents {
        return Err("File exists".into());
    }
    let mut ends: Vec<usize> = absolute.match_indices('/').map(|(at, _)| at).skip(1).collect();
    ends.push(absolute.len());
    for end in ends {
        let folder = &absolute[..end];
        if session.is_folder(folder) {
            continue;
        }
        if session.files.contains_key(folder) {
            return Err("Not a directory".into());
        }
        if end < absolute.len() && !parents {
            return Err("No such file or directory".into());
        }
        session.room(folder)?;
        session.folders.insert(folder.to_owned());
    }
    Ok(())
}

pub fn rm(shell: &mut Shell, args: &[String]) -> Flow {
    let long = [("recursive", 'r'), ("force", 'f')];
    let options = match Options::read("rm", args, "rRfvi", &long) {
        Ok(options) => options,
        Err(why) => return shell.fail(1, why),
    };
    if options.rest.is_empty() && !options.has('f') {
        return shell.fail(1, "rm: missing operand");
    }
    let all = options.has('r') || options.has('R');
    let mut status = 0;
    for path in &options.rest {
        let absolute = shell.session.absolute(path);
        let shown = super::shorten(path);
        if shell.session.files.remove(&absolute).is_some() {
            continue;
        }
        if !shell.session.is_folder(&absolute) {
            if !options.has('f') {
                status = shell.fail(1, format!("rm: cannot remove '{shown}': No such file or directory"))?;
            }
            continue;
        }
        let prefix = format!("{}/", absolute.trim_end_matches('/'));
        if !all {
            status = shell.fail(1, format!("rm: cannot remove '{shown}': Is a directory"))?;
        } else if format!("{}/", shell.session.scope.folder).starts_with(&prefix)
            || HOME.starts_with(&absolute)
        {
            status = shell.fail(1, format!("rm: refusing to remove '{shown}': the shell lives in it"))?;
        } else {
            shell.session.files.retain(|path, _| !path.starts_with(&prefix));
            shell.session.folders.retain(|path| !path.starts_with(&prefix) && *path != absolute);
        }
    }
    Ok(status)
}

pub fn touch(shell: &mut Shell, args: &[String]) -> Flow {
    let mut status = 0;
    for path in args.iter().filter(|arg| !arg.starts_with('-')) {
        let absolute = shell.session.absolute(path);
        let there = shell.session.files.contains_key(&absolute) || shell.session.is_folder(&absolute);
        if !there && let Err(why) = shell.session.create(&absolute) {
            status = shell.fail(1, format!("touch: cannot touch '{}': {why}", super::shorten(path)))?;
        }
    }
    Ok(status)
}

pub fn cp(shell: &mut Shell, args: &[String]) -> Flow {
    transfer(shell, "cp", args, false)
}

pub fn mv(shell: &mut Shell, args: &[String]) -> Flow {
    transfer(shell, "mv", args, true)
}

fn transfer(shell: &mut Shell, command: &str, args: &[String], moves: bool) -> Flow {
    let args: Vec<&String> = args.iter().filter(|arg| !arg.starts_with('-')).collect();
    let [sources @ .., target] = args.as_slice() else {
        return shell.fail(1, format!("{command}: missing file operand"));
    };
    if sources.is_empty() {
        return shell.fail(1, format!("{command}: missing destination file operand after '{target}'"));
    }
    let into = shell.session.absolute(target);
    let folder = shell.session.is_folder(&into);
    if sources.len() > 1 && !folder {
        return shell.fail(1, format!("{command}: target '{target}': No such directory"));
    }
    for source in sources {
        let from = shell.session.absolute(source);
        let Some(text) = shell.session.files.get(&from).cloned() else {
            let why = if shell.session.is_folder(&from) {
                "only files are copied and moved here"
            } else {
                "No such file or directory"
            };
            return shell.fail(1, format!("{command}: '{}': {why}", super::shorten(source)));
        };
        let name = from.rsplit('/').next().unwrap_or("").to_owned();
        let to = if folder { shell.session.absolute(&format!("{into}/{name}")) } else { into.clone() };
        if to == from {
            return shell.fail(1, format!("{command}: '{source}' and '{target}' are the same file"));
        }
        shell.spend(text.len())?;
        if moves {
            shell.session.files.remove(&from);
        }
        if let Err(why) = shell.session.create(&to).and_then(|()| shell.session.append(&to, &text)) {
            if moves {
                shell.session.files.insert(from, text);
            }
            return shell.fail(1, format!("{command}: {}: {why}", super::shorten(target)));
        }
    }
    Ok(0)
}

pub fn basename(shell: &mut Shell, args: &[String]) -> Flow {
    let Some(path) = args.first() else { return shell.fail(1, "basename: missing operand") };
    let name = path.trim_end_matches('/').rsplit('/').next().unwrap_or("");
    let name = if name.is_empty() && path.starts_with('/') { "/" } else { name };
    let ending = args.get(1).map_or("", String::as_str);
    let name = name.strip_suffix(ending).filter(|rest| !rest.is_empty()).unwrap_or(name).to_owned();
    shell.out(&format!("{name}\n"))?;
    Ok(0)
}

pub fn dirname(shell: &mut Shell, args: &[String]) -> Flow {
    let Some(path) = args.first() else { return shell.fail(1, "dirname: missing operand") };
    let folder = match path.trim_end_matches('/').rsplit_once('/') {
        None if path.starts_with('/') => "/",
        None => ".",
        Some((folder, _)) => match folder.trim_end_matches('/') {
            "" => "/",
            folder => folder,
        },
    };
    shell.out(&format!("{folder}\n"))?;
    Ok(0)
}

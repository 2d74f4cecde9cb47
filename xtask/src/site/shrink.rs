//! A release without what only its readers need. Everything that makes its files smaller is here.

use std::{collections::BTreeMap, convert::Infallible, fs, path::Path, process::Command};

use anyhow::{Context, Result, anyhow, ensure};
use wasm_encoder::{
    ExportSection, ImportSection, Module,
    reencode::{Error, Reencode, utils},
};
use wasmparser::{Export, Import, ImportSectionReader, Parser};

use super::offline;

/// What every browser that has WebAssembly of 2022 understands, and rustc makes use of; the stack may lie at the
/// memory's start, as nothing of ours has an address that is compared with small numbers. Two rounds over
/// straightened control flow find what one leaves.
const WASM_OPT: &str = "--low-memory-unused --enable-bulk-memory --enable-bulk-memory-opt \
    --enable-nontrapping-float-to-int --enable-sign-ext --enable-mutable-globals --enable-multivalue \
    --enable-reference-types --flatten --rereloop -Oz -Oz";

/// Every binary in a folder as Trunk left it, with the script beside it: a tenth less, and by shorter names
/// another fiftieth.
pub fn binaries(root: &Path, staging: &Path) -> Result<()> {
    for wasm in offline::files(staging)?.iter().filter(|file| file.ends_with("_bg.wasm")) {
        tool(root, staging, "wasm-opt", &[WASM_OPT.split(' ').collect(), vec![wasm, "-o", wasm]].concat())?;
        let (wasm, script) = (staging.join(wasm), staging.join(wasm.replace("_bg.wasm", ".js")));
        let (binary, names) =
            shorten(&fs::read(&wasm)?).with_context(|| format!("{} cannot be read", wasm.display()))?;
        fs::write(&wasm, binary)?;
        fs::write(&script, rename(&fs::read_to_string(&script)?, &names))?;
    }
    Ok(())
}

/// Scripts and style sheets without spaces, comments and long names: a fifth less on the wire.
pub fn texts(root: &Path, staging: &Path) -> Result<()> {
    let files = offline::files(staging)?;
    let written = files.iter().filter(|file| file.ends_with(".js") || file.ends_with(".css"));
    let mut arguments = vec![
        "--minify",
        "--charset=utf8",
        "--allow-overwrite",
        "--outdir=.",
        "--outbase=.",
        "--log-level=warning",
    ];
    // The service worker's list of files is filled in later, by lines that are known.
    arguments.extend(written.map(String::as_str).filter(|file| *file != "sw.js"));
    tool(root, staging, "esbuild", &arguments)
}

fn tool(root: &Path, folder: &Path, name: &str, arguments: &[&str]) -> Result<()> {
    let status = Command::new(root.join("node_modules/.bin").join(name))
        .current_dir(folder)
        .args(arguments)
        .status()
        .with_context(|| format!("{name} is not here: `cargo xtask build` installs it"))?;
    ensure!(status.success(), "{name} could not read a file of ours");
    Ok(())
}

/// The names that a binary and its script have agreed on, and what they are called from now on. Those that
/// wasm-bindgen makes end in a hash, which no compression makes shorter, and stand in both files.
type Names = BTreeMap<String, String>;

fn shorten(binary: &[u8]) -> Result<(Vec<u8>, Names)> {
    let (mut shorter, mut module) = (Shorter::default(), Module::new());
    shorter.parse_core_module(&mut module, Parser::new(0), binary).map_err(|error| anyhow!("{error}"))?;
    Ok((module.finish(), shorter.0))
}

#[derive(Default)]
struct Shorter(Names);

impl Shorter {
    fn name(&mut self, old: &str) -> String {
        let made = old.starts_with("__wb") || old.starts_with("wasm_bindgen");
        let next = self.0.len();
        if made { self.0.entry(old.into()).or_insert_with(|| format!("_{next}")).clone() } else { old.into() }
    }
}

impl Reencode for Shorter {
    type Error = Infallible;

    fn parse_import_section(
        &mut self,
        section: &mut ImportSection,
        imports: ImportSectionReader,
    ) -> Result<(), Error<Infallible>> {
        for import in imports.into_imports() {
            let import = import?;
            let name = self.name(import.name);
            utils::parse_import(self, section, Import { name: &name, ..import })?;
        }
        Ok(())
    }

    fn parse_export(&mut self, section: &mut ExportSection, export: Export) -> Result<(), Error<Infallible>> {
        let name = self.name(export.name);
        utils::parse_export(self, section, Export { name: &name, ..export })
    }
}

/// A script with other names for those that it knows.
fn rename(script: &str, names: &Names) -> String {
    let in_a_name = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
    script
        .split_inclusive(|c| !in_a_name(c))
        .flat_map(|piece| {
            let (name, end) = piece.split_at(piece.trim_end_matches(|c| !in_a_name(c)).len());
            [names.get(name).map_or(name, String::as_str), end]
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use wasm_encoder::{ExportKind, ImportSection, MemoryType};
    use wasmparser::Payload;

    use super::*;

    #[test]
    fn a_binary_and_its_script_agree_on_shorter_names() {
        let memory =
            MemoryType { minimum: 1, maximum: None, memory64: false, shared: false, page_size_log2: None };
        let (mut imports, mut exports) = (ImportSection::new(), ExportSection::new());
        imports.import("./a_bg.js", "__wbg_alert_0123456789abcdef", memory);
        exports.export("memory", ExportKind::Memory, 0);
        exports.export("__wbindgen_free", ExportKind::Memory, 0);
        let mut module = Module::new();
        module.section(&imports).section(&exports);

        let (binary, names) = shorten(&module.finish()).unwrap();

        let mut found = Vec::new();
        for payload in Parser::new(0).parse_all(&binary) {
            match payload.unwrap() {
                Payload::ImportSection(section) => {
                    found.extend(section.into_imports().map(|import| import.unwrap().name.to_owned()));
                }
                Payload::ExportSection(section) => {
                    found.extend(section.into_iter().map(|export| export.unwrap().name.to_owned()));
                }
                _ => {}
            }
        }
        assert_eq!(found, ["_0", "memory", "_1"]);
        let script = "const i = {\n__wbg_alert_0123456789abcdef: function() {}, __wbg_alert: 1};\nwasm.__wbindgen_free(wasm.memory)";
        assert_eq!(
            rename(script, &names),
            "const i = {\n_0: function() {}, __wbg_alert: 1};\nwasm._1(wasm.memory)"
        );
    }
}

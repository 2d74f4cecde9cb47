//! The languages of the page, and texts in every one of them.

/// A language of the page. Each page loads a binary that holds its own language only (features `en` and
/// `zh-hant`): there the others have no value, so that the compiler drops what they would have said, and the
/// first page is a sixth smaller.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lang {
    /// English.
    En(En),
    /// Traditional Chinese as written in Taiwan.
    ZhHant(ZhHant),
}

/// This binary holds English.
#[cfg(feature = "en")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct En;
/// This binary does not hold English.
#[cfg(not(feature = "en"))]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum En {}

/// This binary holds Traditional Chinese.
#[cfg(feature = "zh-hant")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ZhHant;
/// This binary does not hold Traditional Chinese.
#[cfg(not(feature = "zh-hant"))]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ZhHant {}

impl Lang {
    /// English.
    #[cfg(feature = "en")]
    pub const EN: Lang = Lang::En(En);
    /// Traditional Chinese.
    #[cfg(feature = "zh-hant")]
    pub const ZH_HANT: Lang = Lang::ZhHant(ZhHant);
    /// Those that this binary holds.
    pub const ALL: &[Lang] = &[
        #[cfg(feature = "en")]
        Lang::EN,
        #[cfg(feature = "zh-hant")]
        Lang::ZH_HANT,
    ];
    /// As in `lang="…"` and in the site's folders.
    pub const fn tag(self) -> &'static str {
        match self {
            Lang::En(_) => "en",
            Lang::ZhHant(_) => "zh-Hant",
        }
    }
    /// What stands between a name and what is said of it.
    pub const fn colon(self) -> &'static str {
        match self {
            Lang::En(_) => ": ",
            Lang::ZhHant(_) => "：",
        }
    }
    /// What stands around a remark.
    pub const fn brackets(self) -> [&'static str; 2] {
        match self {
            Lang::En(_) => [" (", ")"],
            Lang::ZhHant(_) => ["（", "）"],
        }
    }
    /// The language with this tag, or else the first that this binary holds, if it holds any.
    pub fn from_tag(tag: &str) -> Option<Lang> {
        Lang::ALL.iter().copied().find(|lang| lang.tag() == tag).or(Lang::ALL.first().copied())
    }
}

/// A text in every language, of which a binary keeps those that it holds.
#[derive(Clone, Copy, Debug)]
pub struct Said {
    #[cfg(feature = "en")]
    en: &'static str,
    #[cfg(feature = "zh-hant")]
    zh_hant: &'static str,
}

impl Said {
    /// English, Chinese.
    #[allow(unused_variables)]
    pub const fn new(en: &'static str, zh_hant: &'static str) -> Said {
        Said {
            #[cfg(feature = "en")]
            en,
            #[cfg(feature = "zh-hant")]
            zh_hant,
        }
    }
    /// In this language.
    pub const fn say(&self, lang: Lang) -> &'static str {
        match lang {
            #[cfg(feature = "en")]
            Lang::En(_) => self.en,
            #[cfg(not(feature = "en"))]
            Lang::En(none) => match none {},
            #[cfg(feature = "zh-hant")]
            Lang::ZhHant(_) => self.zh_hant,
            #[cfg(not(feature = "zh-hant"))]
            Lang::ZhHant(none) => match none {},
        }
    }
}

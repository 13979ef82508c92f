//! Runs each Rust extractor over a folder of pages and prints JSON.
//!
//! `html-compare texts DIR` gives the text of each page by candidate.
//! `html-compare speed DIR SECONDS` gives the best time of one pass over all pages, one thread.

use std::collections::BTreeMap;
use std::time::Instant;
use std::{env, fs};

/// The module the tool uses, not a copy of it.
#[path = "../../../../crates/core/src/clean"]
#[allow(dead_code)] // only two of its modes are measured
mod clean {
    pub mod html;
}

use clean::html::{HtmlClean, html_text};

type Extract = fn(&str) -> String;

fn main() {
    let args: Vec<String> = env::args().collect();
    let pages = read_pages(&args[2]);
    let report = match args[1].as_str() {
        "texts" => texts(&pages),
        "speed" => speed(&pages, args[3].parse().expect("SECONDS is a number")),
        other => panic!("expected texts or speed, got {other}"),
    };
    println!("{report}");
}

fn candidates() -> Vec<(&'static str, Extract)> {
    vec![
        ("samesame article", |h| html_text(h, HtmlClean::Article)),
        ("samesame tags", |h| html_text(h, HtmlClean::Tags)),
        ("dom_smoothie", smoothie_raw),
        ("dom_smoothie formatted", smoothie_formatted),
        ("legible", |h| legible::parse(h, None, None).map(|a| a.text_content).unwrap_or_default()),
        ("libreadability", |h| libreadability::extract(h, None).map(|a| a.text_content).unwrap_or_default()),
        ("trafilatura (Rust)", trafilatura_rust),
        ("rs-trafilatura", |h| rs_trafilatura::extract(h).map(|r| r.content_text).unwrap_or_default()),
    ]
}

fn smoothie(html: &str, text_mode: dom_smoothie::TextMode) -> String {
    let config = dom_smoothie::Config { text_mode, ..Default::default() };
    dom_smoothie::Readability::new(html, None, Some(config))
        .and_then(|mut r| r.parse())
        .map(|a| a.text_content.to_string())
        .unwrap_or_default()
}

fn smoothie_raw(html: &str) -> String {
    smoothie(html, dom_smoothie::TextMode::Raw)
}

fn smoothie_formatted(html: &str) -> String {
    smoothie(html, dom_smoothie::TextMode::Formatted)
}

fn trafilatura_rust(html: &str) -> String {
    let options = trafilatura::Options::default().with_fallback(true);
    trafilatura::extract(html, &options).map(|r| r.content_text).unwrap_or_default()
}

fn read_pages(dir: &str) -> Vec<(String, String)> {
    let mut paths: Vec<_> = fs::read_dir(dir)
        .expect("folder of pages")
        .map(|e| e.expect("entry").path())
        .filter(|p| p.extension().is_some_and(|x| x == "html"))
        .collect();
    paths.sort();
    paths
        .iter()
        .map(|p| {
            let name = p.file_stem().expect("stem").to_string_lossy().into_owned();
            (name, fs::read_to_string(p).expect("UTF-8 page"))
        })
        .collect()
}

fn texts(pages: &[(String, String)]) -> serde_json::Value {
    let mut all = BTreeMap::new();
    for (name, extract) in candidates() {
        let texts: BTreeMap<_, _> = pages.iter().map(|(n, h)| (n.clone(), extract(h))).collect();
        all.insert(name, texts);
    }
    serde_json::json!(all)
}

fn speed(pages: &[(String, String)], seconds: f64) -> serde_json::Value {
    let mut all = BTreeMap::new();
    for (name, extract) in candidates() {
        let (start, mut best, mut passes) = (Instant::now(), f64::MAX, 0);
        while start.elapsed().as_secs_f64() < seconds || passes < 3 {
            let pass = Instant::now();
            for (_, html) in pages {
                std::hint::black_box(extract(std::hint::black_box(html)));
            }
            best = best.min(pass.elapsed().as_secs_f64());
            passes += 1;
        }
        all.insert(name, serde_json::json!({ "best_pass_seconds": best, "passes": passes }));
    }
    serde_json::json!(all)
}

use samesame_core::clean::normal::{Form, normalise};
use samesame_core::segment::spelled::spell_words;
use samesame_core::segment::tokens::{Tokenizer, WordOptions};
use samesame_core::sign::hash::hash_text;
use samesame_core::sign::shingles::Shingler;
use std::time::Instant;
fn best(mb: f64, name: &str, mut f: impl FnMut()) {
    let mut b = 1e9f64;
    for _ in 0..5 {
        let a = Instant::now();
        f();
        b = b.min(a.elapsed().as_secs_f64());
    }
    print!("{name} {:.0}; ", mb / b);
}
fn main() {
    for path in std::env::args().skip(1) {
        let t: Vec<String> = std::fs::read_to_string(&path)
            .unwrap()
            .lines()
            .map(|l| {
                serde_json::from_str::<serde_json::Value>(l).unwrap()["text"].as_str().unwrap().to_owned()
            })
            .collect();
        let mb = t.iter().map(|x| x.len()).sum::<usize>() as f64 / 1e6;
        let na = t.iter().filter(|x| !x.is_ascii()).map(|x| x.len()).sum::<usize>() as f64 / 1e6;
        print!("{path} {mb:.0} MB ({na:.0} in non-ascii docs) MB/s: ");
        let mut b = String::new();
        let mut o = Vec::new();
        best(mb, "normalise", || {
            for x in &t {
                b.clear();
                normalise(x, Form::WORDS, &mut b);
            }
        });
        best(mb, "spell raw", || {
            for x in &t {
                o.clear();
                spell_words(x, &mut o);
            }
        });
        best(mb, "norm+spell", || {
            for x in &t {
                b.clear();
                o.clear();
                normalise(x, Form::WORDS, &mut b);
                spell_words(&b, &mut o);
            }
        });
        let forms: Vec<Vec<u8>> = t
            .iter()
            .map(|x| {
                let mut o = Vec::new();
                spell_words(x, &mut o);
                o
            })
            .collect();
        let mut z = 0u128;
        best(mb, "hash128", || {
            for x in &forms {
                z ^= hash_text(x);
            }
        });
        let mut v = vec![];
        best(mb, "copy", || {
            v.clear();
            for x in &forms {
                v.extend_from_slice(x);
            }
        });
        let mut s = Shingler::new(WordOptions::default(), 4);
        let mut out = vec![];
        best(mb, "shingles", || {
            for x in &t {
                out.clear();
                s.shingles(x, &mut out);
            }
        });
        let mut tk = Tokenizer::new(WordOptions::default());
        let mut w = 0;
        best(mb, "words", || {
            for x in &t {
                tk.for_each(x, |_| w += 1);
            }
        });
        println!("{}", z as u8 as usize + w);
    }
}

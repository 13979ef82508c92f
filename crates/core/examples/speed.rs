use samesame_core::clean::normal::{Form, normalise};
use samesame_core::segment::tokens::{Tokenizer, WordOptions};
use samesame_core::sign::shingles::Shingler;
use std::time::Instant;
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
        for _ in 0..2 {
            let mut out = vec![];
            let mut s = Shingler::new(WordOptions::default(), 4);
            let a = Instant::now();
            let mut n = 0;
            for x in &t {
                out.clear();
                s.shingles(x, &mut out);
                n += out.len();
            }
            let d = a.elapsed().as_secs_f64();
            let a = Instant::now();
            let mut b = String::new();
            for x in &t {
                b.clear();
                normalise(x, Form::WORDS, &mut b);
            }
            let e = a.elapsed().as_secs_f64();
            let mut tk = Tokenizer::new(WordOptions::default());
            let mut w = 0;
            let a = Instant::now();
            for x in &t {
                tk.for_each(x, |_| w += 1);
            }
            let f = a.elapsed().as_secs_f64();
            println!(
                "{path} {mb:.0} MB shingles {n} {:.0} MB/s; normalise {:.0} MB/s; words {w} {:.0} MB/s",
                mb / d,
                mb / e,
                mb / f
            );
        }
    }
}

//! HTML to text: the markup itself, all visible text, or the main text only.

mod size;
mod unchained;
mod visible;

use dom_smoothie::{Config, Readability};

use visible::{Spacing, visible};

/// How much of an HTML page becomes text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HtmlClean {
    /// The markup, untouched.
    None,
    /// All visible text, each block on its own line.
    Tags,
    /// The main text, a blank line between paragraphs; all visible text if no main text is found.
    Article,
}

/// The text of an HTML page. Every input gives a result, also one that is broken, hostile or no HTML at all.
pub fn html_text(html: &str, mode: HtmlClean) -> String {
    match mode {
        HtmlClean::None => html.to_owned(),
        HtmlClean::Tags => visible(html, Spacing::Line).text,
        HtmlClean::Article => article(html),
    }
}

/// The extractor recurses over the tree, so deeper trees are not given to it. Real pages have fewer than 100
/// levels.
const MAX_DEPTH: usize = 512;
/// Below 500 characters the extractor retries with looser rules, so a shorter result means that it found no
/// block of text it trusts. Such a result is used only if it is at least a quarter of the visible text. A
/// short notice is; a menu that is left after all posts were taken for comments is not.
const TRUSTED: usize = 500;
const SHARE: usize = 4;

fn article(html: &str) -> String {
    let all = visible(html, Spacing::Blank);
    if all.too_big {
        return all.text;
    }
    let enough = TRUSTED.min(all.text.chars().count() / SHARE).max(1);
    main_part(html)
        .map(|part| visible(&part, Spacing::Blank).text)
        .filter(|text| text.chars().count() >= enough)
        .unwrap_or(all.text)
}

/// The HTML of the main part. Its text is written by `visible`, because the extractor's own text modes join
/// the words of neighbouring cells and items.
fn main_part(html: &str) -> Option<String> {
    let config = Config {
        disable_json_ld: true, // only holds metadata
        ..Config::default()
    };
    let mut page = Readability::new(html, None, Some(config)).ok()?;
    if is_deep(&page) {
        return None;
    }
    page.doc.select("nav").remove(); // the extractor scores menus like lists of text
    Some(page.parse().ok()?.content.to_string())
}

/// Whether the parsed tree is too deep for recursion. This walk itself does not recurse.
fn is_deep(page: &Readability) -> bool {
    let (mut node, mut depth) = (page.doc.root(), 0);
    while depth <= MAX_DEPTH {
        if let Some(child) = node.first_child() {
            (node, depth) = (child, depth + 1);
            continue;
        }
        while node.next_sibling().is_none() {
            let Some(parent) = node.parent() else {
                return false;
            };
            (node, depth) = (parent, depth - 1);
        }
        node = node.next_sibling().unwrap_or(node);
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    const PARAGRAPH: &str = "<p>The ferry left at nine, as it always did, with two cars, a dog and a \
        crate of pears. Nobody on the quay looked up, for the sea was calm, and the day was long.</p>";

    fn page(body: &str) -> String {
        let menu = "<li><a href='/x'>Menu entry</a></li>".repeat(20);
        format!("<html><head><title>T</title></head><body><nav><ul>{menu}</ul></nav>{body}</body></html>")
    }

    /// Runs on a small stack, so that recursion over the input would overflow it.
    fn survives(html: String) {
        let run = move || {
            for mode in [HtmlClean::None, HtmlClean::Tags, HtmlClean::Article] {
                html_text(&html, mode);
            }
        };
        let thread = std::thread::Builder::new().stack_size(1 << 20).spawn(run);
        thread.unwrap().join().unwrap();
    }

    #[test]
    fn none_is_the_markup() {
        assert_eq!(html_text("<p>a&amp;b", HtmlClean::None), "<p>a&amp;b");
    }

    #[test]
    fn article_leaves_the_menu_out() {
        let html = page(&format!("<article>{}</article>", PARAGRAPH.repeat(5)));
        let text = html_text(&html, HtmlClean::Article);
        assert!(!text.contains("Menu"));
        assert_eq!(text.split("\n\n").count(), 5);
        assert!(html_text(&html, HtmlClean::Tags).contains("Menu"));
    }

    #[test]
    fn article_keeps_lists_tables_and_code() {
        let body = "<ul><li>first item</li><li>second item</li></ul><table><tr><td>one</td><td>two</td></tr>\
            </table><pre>let x = 1;\n    x + 1</pre>";
        let p = PARAGRAPH.repeat(4);
        let text = html_text(&page(&format!("<article>{p}{body}{p}</article>")), HtmlClean::Article);
        for part in ["first item\nsecond item", "one two", "let x = 1;\n    x + 1"] {
            assert!(text.contains(part), "{part:?} is not in {text}");
        }
    }

    #[test]
    fn article_keeps_all_posts_of_a_thread() {
        let post = |n| {
            format!("<div class='comment' id='c{n}'><b>user {n}</b><div>post {n} {PARAGRAPH}</div></div>")
        };
        let thread: String = (0..9).map(post).collect();
        let text = html_text(&page(&thread), HtmlClean::Article);
        assert!((0..9).all(|n| text.contains(&format!("post {n}"))), "{text}");
    }

    #[test]
    fn article_falls_back_to_all_visible_text() {
        assert_eq!(html_text("just words", HtmlClean::Article), "just words");
        assert_eq!(html_text("", HtmlClean::Article), "");
        let links = "<a href='/'>A link and nothing else</a> ".repeat(300);
        assert!(html_text(&links, HtmlClean::Article).len() > 5_000);
    }

    #[test]
    fn deep_nesting_does_not_overflow_the_stack() {
        for open in
            ["<div>", "<span>", "<b>", "<ul><li>", "<table><tr><td>", "<template>", "<svg><g>", "<div></x>"]
        {
            survives(open.repeat(100_000) + PARAGRAPH);
        }
        // A tree builder ignores these end tags, so the tree is deeper than the tags suggest.
        let blocked = "<div>".repeat(400) + "<object>" + &"</div>".repeat(400);
        survives(blocked.repeat(200) + PARAGRAPH);
    }

    #[test]
    fn deep_but_not_too_deep_still_gives_the_article() {
        let html = "<div>".repeat(200) + &PARAGRAPH.repeat(5) + &"</div>".repeat(200);
        assert_eq!(html_text(&page(&html), HtmlClean::Article).split("\n\n").count(), 5);
    }

    #[test]
    fn unclosed_formatting_does_not_fill_the_memory() {
        let fonts: String = (0..5_000).map(|n| format!("<font color={n}><object></font></object>")).collect();
        survives(fonts + &"<p>x".repeat(50_000));
    }

    #[test]
    fn hostile_input_gives_an_answer() {
        let huge = format!("<div class='{}' style='{}'>x", "a ".repeat(1_000_000), "b:c;".repeat(100_000));
        let cases = [
            "<",
            "<a ",
            "&",
            "&#x110000;",
            "</",
            "<!--",
            "<![CDATA[",
            "<script>",
            "<title>",
            "\0",
            "<p hidden>é",
        ];
        cases.iter().for_each(|case| survives(case.repeat(20_000)));
        for attribute in ["a=\"\" ", "a=\"b\"\n", "a='' ", "a=b ", "a", "/"] {
            survives(format!("<p {}>x", attribute.repeat(100_000)));
            survives(format!("</p {}>x", attribute.repeat(100_000)));
        }
        survives(huge);
    }

    /// The serializer searches for `<` from each `&` to the end of the text, which is quadratic: here, two
    /// million squared.
    #[test]
    fn texts_full_of_marks_are_not_serialized() {
        let marks = "&".repeat(2_000_000);
        for html in [marks.clone(), format!("<p a='{marks}'>x"), "&</x>".repeat(400_000)] {
            assert!(visible(&html, Spacing::Blank).too_big);
            survives(html);
        }
        assert!(!visible(&format!("<p>{}</p>", "Fish & chips. ".repeat(500)), Spacing::Blank).too_big);
        assert!(!visible(&format!("<p>{}</p>", "Tea. ".repeat(2_000_000)), Spacing::Blank).too_big);
    }

    #[test]
    fn random_bytes_give_an_answer() {
        let alphabet = b"<>/=\"'&;! -abdp\n\xc3\xa9\xff\0";
        let mut state = 1_u64;
        for _ in 0..200 {
            let mut next = || {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                (state >> 33) as usize
            };
            let bytes: Vec<u8> = (0..2_000).map(|_| alphabet[next() % alphabet.len()]).collect();
            survives(String::from_utf8_lossy(&bytes).into_owned());
        }
    }
}

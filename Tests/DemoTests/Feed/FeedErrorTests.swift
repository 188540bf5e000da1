import Foundation
import Testing

@testable import Demo

@Suite struct FeedErrorTests {
  @Test(arguments: ["", " \n\t\r\n "])
  func `empty data is an empty feed`(text: String) {
    #expect(throws: FeedError.empty) { try read(text) }
  }

  @Test(arguments: ["hello", "{\"a\": 1}", "\u{0}\u{1}\u{2}", "<", "<>", "&amp;"])
  func `malformed XML is reported with its line`(text: String) {
    let error = #expect(throws: FeedError.self) { try read("\n\n" + text) }
    guard case .notXML(line: 3, _) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test(arguments: [
    ("<!DOCTYPE html>\n<html><p>Hello<br></html>", FeedError.notRSS(root: "html", line: 2)),
    ("<feed xmlns='http://www.w3.org/2005/Atom'/>", .notRSS(root: "feed", line: 1)),
    ("<channel><item/></channel>", .notRSS(root: "channel", line: 1)),
    ("<rss version='2.0'/>", .noChannel),
    ("<rss><item/></rss>", .noChannel),
  ])
  func `XML that is no RSS is reported with its root element`(xml: String, expected: FeedError) {
    #expect(throws: expected) { try read(xml) }
  }

  @Test func `a feed cut off anywhere is an error and not half a feed`() throws {
    let whole = SampleFeed.xml(of: try #require(Catalogue.bundled().podcasts.first))
    let text = Array(whole.utf8.dropLast("\n".utf8.count))
    for length in text.indices {
      #expect(throws: FeedError.self) { try Feed(xml: Data(text[..<length])) }
    }
  }

  @Test(arguments: [
    "<rss>\n<channel>\n<item>", "<rss>\n<channel>\n<title>a", "<rss>\n<channel>\n<title",
    "<rss>\n<channel>\n<![CDATA[ab", "<rss>\n<channel>\n<item><!-- ab",
    "<rss>\n<channel>\n<item><enclosure url=\"a",
  ])
  func `a feed that ends too early is truncated at its last line`(xml: String) {
    #expect(throws: FeedError.truncated(line: 3)) { try read(xml) }
  }

  @Test(arguments: [
    "<a></b>", "<a>&nbsp;</a>", "<a>x & y</a>", "<a b=c/>", "<a b='<'/>", "<a>\u{1}</a>",
  ])
  func `a feed that breaks the rules of XML is reported with line and reason`(xml: String) {
    let error = #expect(throws: FeedError.self) {
      try read("<rss>\n<channel>\n<item>\n\(xml)\n</item></channel></rss>")
    }
    guard case .malformed(line: 4, let reason) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(!reason.contains("XML error"))
  }

  @Test func `text after the end is an error and not an early end`() {
    let expected = FeedError.malformed(line: 2, reason: "text follows the end of the document")
    #expect(throws: expected) { try read("<rss><channel/>\n</rss>x") }
  }

  @Test func `each error is one sentence`() {
    let errors: [FeedError] = [
      .request(.timedOut), .noFile("a"), .unreadable("a", reason: "It is a folder."), .empty,
      .notXML(line: 1, reason: "x"), .notRSS(root: "html", line: 1), .noChannel,
      .truncated(line: 1), .malformed(line: 1, reason: "x"),
    ]
    for error in errors {
      #expect(error.description.hasSuffix("."))
      #expect(!error.description.contains("\n"))
    }
  }
}

import Foundation
import Testing

@testable import Demo

@Suite struct FeedParserTests {
  @Test func `a feed gives its title and its episodes in order`() throws {
    let feed = try read(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <rss version="2.0" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd"><channel>
        <title>A show</title>
        <image><title>The image’s title</title></image>
        <item>
          <title>Two</title><pubDate>Thu, 01 Jan 1970 00:00:02 GMT</pubDate>
          <itunes:duration>1:00</itunes:duration>
          <enclosure url="https://a.invalid/2.mp3" type="audio/mpeg" length="42"/>
        </item>
        <item><title>One</title></item>
      </channel></rss>
      """
    )
    let enclosure = Enclosure(url: "https://a.invalid/2.mp3", type: "audio/mpeg", length: 42)
    #expect(feed.title == "A show")
    #expect(
      feed.episodes == [
        Episode(
          title: "Two",
          date: Date(timeIntervalSince1970: 2),
          duration: .seconds(60),
          enclosure: enclosure
        ),
        Episode(title: "One"),
      ]
    )
  }

  @Test(arguments: [
    ("Tom &amp; Jerry", "Tom & Jerry"),
    ("1 &lt; 2 &gt; 0 &quot;q&quot; &apos;a&apos;", "1 < 2 > 0 \"q\" 'a'"),
    ("caf&#233; &#xE9; &#x1F600;", "café é 😀"),
    ("<![CDATA[Tom & <b>Jerry</b>]]>", "Tom & <b>Jerry</b>"),
    ("Tom <![CDATA[&]]> Jerry", "Tom & Jerry"),
    ("<![CDATA[a]]]]><![CDATA[>b]]>", "a]]>b"),
    ("Tom <b>and</b> Jerry", "Tom and Jerry"),
    ("Tom <!-- or --> Jerry", "Tom  Jerry"),
    ("\n   Padded \t", "Padded"),
    ("日本語 العربية", "日本語 العربية"),
    ("&amp;amp;", "&amp;"),
  ])
  func `the text of an element is decoded`(xml: String, expected: String) throws {
    #expect(try read(item: "<title>\(xml)</title>").title == expected)
  }

  @Test func `text delivered in pieces is joined`() throws {
    let text = String(repeating: "é &amp; ü ", count: 20_000) + "end"
    let expected = text.replacing("&amp;", with: "&")
    #expect(try read(item: "<title>\(text)</title>").title == expected)
  }

  @Test(arguments: ["itunes:duration", "duration", "wrong:duration", "ITUNES:duration"])
  func `a wrong or undeclared prefix does not matter`(element: String) throws {
    #expect(try read(item: "<\(element)>60</\(element)>").duration == .seconds(60))
  }

  @Test func `a prefixed title does not replace the title, in either order`() throws {
    let (plain, prefixed) = ("<title>Plain</title>", "<itunes:title>Prefixed</itunes:title>")
    #expect(try read(item: plain + prefixed).title == "Plain")
    #expect(try read(item: prefixed + plain).title == "Plain")
    #expect(try read(item: prefixed).title == "Prefixed")
  }

  @Test(arguments: [
    "<dc:date>1970-01-01T00:00:02Z</dc:date>",
    "<pubDate>soon</pubDate><dc:date>1970-01-01T00:00:02Z</dc:date>",
    "<dc:date>1970-01-01T00:00:02Z</dc:date><pubDate>soon</pubDate>",
    "<pubDate>01 Jan 1970 00:00:02 GMT</pubDate><dc:date>2024-03-06</dc:date>",
    "<dc:date>2024-03-06</dc:date><pubDate>01 Jan 1970 00:00:02 GMT</pubDate>",
  ])
  func `the date of Dublin Core is used without a valid date of RSS`(xml: String) throws {
    #expect(try read(item: xml).date == Date(timeIntervalSince1970: 2))
  }

  @Test(arguments: [
    "<enclosure url='a.mp3' type='audio/mpeg'/>", "<enclosure url='a.mp3'/>",
    "<enclosure url='a.mp3' type='Audio/MPEG'/>",
    "<enclosure url='a.mp3' type='application/octet-stream'/>",
    "<enclosure url='a.mp3' type='video/mp4'/>",
  ])
  func `of two enclosures the audio is used, in either order`(audio: String) throws {
    for image in [
      "<enclosure url='i' type='image/jpeg'/>", "<enclosure url='i' type='IMAGE/png'/>",
      "<enclosure url='i.jpg'/>", "<enclosure url='i' type='application/pdf'/>",
      "<enclosure type='audio/mpeg'/>",
    ] {
      #expect(try read(item: image + audio).enclosure?.url == "a.mp3")
      #expect(try read(item: audio + image).enclosure?.url == "a.mp3")
    }
  }

  @Test func `an image is used without audio, and of two the first`() throws {
    let (audio, image) = ("<enclosure url='%@' type='audio/mpeg'/>", "<enclosure url='i.jpg'/>")
    #expect(try read(item: image).enclosure?.url == "i.jpg")
    let both = ["1", "2"].map { audio.replacing("%@", with: $0) }.joined()
    #expect(try read(item: both).enclosure?.url == "1")
  }

  @Test func `an element inside another field of an episode is not a field`() throws {
    let episode = try read(
      item: "<media:group><title>No</title><enclosure url='no'/></media:group>"
    )
    #expect(episode == Episode())
  }

  @Test(arguments: [
    "", "<title/>", "<title>  </title>", "<pubDate>soon</pubDate>", "<duration>long</duration>",
    "<enclosure/>", "<enclosure url=''/>", "<unknown>x</unknown>",
  ])
  func `an episode is kept when its fields are missing or invalid`(xml: String) throws {
    #expect(try read(item: xml) == Episode())
  }

  @Test(arguments: [("abc", nil), ("-1", nil), ("", nil), (" 7 ", 7), ("0", 0)])
  func `the length of an enclosure is a number of bytes or nil`(text: String, length: Int?) throws {
    let episode = try read(item: "<enclosure url='u' length='\(text)'/>")
    #expect(episode.enclosure == Enclosure(url: "u", type: nil, length: length))
  }

  @Test func `white space before the declaration is skipped`() throws {
    #expect(try read("\n \r\n<?xml version=\"1.0\"?><rss><channel/></rss>").episodes.isEmpty)
  }

  @Test func `a byte order mark and another encoding are read`() throws {
    let xml = "<rss><channel><title>é</title></channel></rss>"
    let marked = Data([0xEF, 0xBB, 0xBF]) + Data(xml.utf8)
    #expect(try Feed(xml: marked).title == "é")
    let latin = Data("<?xml version='1.0' encoding='ISO-8859-1'?>".utf8)
    let encoded = try #require(xml.data(using: .isoLatin1))
    #expect(try Feed(xml: latin + encoded).title == "é")
  }

  @Test func `an external entity is not resolved`() throws {
    let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try Data("secret".utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let xml = """
      <!DOCTYPE rss [<!ENTITY x SYSTEM "\(file.absoluteString)">]>
      <rss><channel><title>a&x;b</title></channel></rss>
      """
    let feed = try? read(xml)
    #expect(feed?.title?.contains("secret") != true)
  }

  @Test func `the sample feed of every podcast is parsed, and marked as a sample`() throws {
    for podcast in try Catalogue.bundled().podcasts {
      let feed = try read(SampleFeed.xml(of: podcast))
      #expect(feed.title == podcast.title)
      #expect(feed.episodes.count == 3)
      #expect(feed.episodes.allSatisfy { $0.title?.hasPrefix("Sample episode") == true })
      #expect(feed.episodes.allSatisfy { $0.date != nil && $0.duration != nil })
    }
  }
}

func read(_ xml: String) throws(FeedError) -> Feed {
  try Feed(xml: Data(xml.utf8))
}

func read(item xml: String) throws -> Episode {
  let feed = try read("<rss version='2.0'><channel><item>\(xml)</item></channel></rss>")
  return try #require(feed.episodes.first)
}

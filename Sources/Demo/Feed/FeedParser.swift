import Foundation

#if canImport(FoundationXML)
import FoundationXML
#endif

extension Feed {
  /// Reads an RSS 2.0 feed with the charset of its HTTP header.
  ///
  /// The charset precedes the encoding of the XML declaration; a byte order mark precedes both
  /// (RFC 7303, 3). A charset with which the document cannot be read is ignored.
  init(xml data: Data, charset: String?) throws(FeedError) {
    if let encoded = charset.flatMap(data.declaringXML), let feed = try? Feed(xml: encoded) {
      self = feed
    } else {
      try self.init(xml: data)
    }
  }

  /// Reads an RSS 2.0 feed; element prefixes are ignored, and external entities not resolved.
  init(xml data: Data) throws(FeedError) {
    let skipped = data.prefix { $0.isASCIIWhiteSpace }
    guard skipped.count < data.count else { throw .empty }
    // Feeds with a blank line before the XML declaration are common, though XML forbids it.
    let parser = XMLParser(data: Data(data.dropFirst(skipped.count)))
    parser.shouldResolveExternalEntities = false
    let reader = FeedReader(firstLine: 1 + skipped.count { $0 == UInt8(ascii: "\n") })
    parser.delegate = reader
    // NB: on Linux the result is true for some documents that end early; the delegate is reliable.
    _ = parser.parse()
    self = try reader.result()
  }
}

extension Data {
  /// Returns the document with an XML declaration of the encoding, which replaces any other.
  ///
  /// Returns nil for an invalid name, and for a document that begins with a byte order mark or has
  /// more than one byte for each character.
  fileprivate func declaringXML(_ encoding: String) -> Data? {
    let document = drop { $0.isASCIIWhiteSpace }
    guard encoding.wholeMatch(of: /[A-Za-z][A-Za-z0-9._\-]*/) != nil,
      document.first == UInt8(ascii: "<"), document.dropFirst().first != 0
    else { return nil }
    let isDeclared = document.starts(with: Data("<?xml".utf8))
    let end = isDeclared ? document.firstRange(of: Data("?>".utf8))?.upperBound : nil
    let declaration = Data("<?xml version=\"1.0\" encoding=\"\(encoding)\"?>".utf8)
    return declaration + document[(end ?? document.startIndex)...]
  }
}

extension UInt8 {
  fileprivate var isASCIIWhiteSpace: Bool {
    self == UInt8(ascii: " ") || (UInt8(ascii: "\t")...UInt8(ascii: "\r")).contains(self)
  }
}

private final class FeedReader: NSObject {
  private let firstLine: Int
  private var path: [String] = []
  private var text = ""
  private var feed = Feed(title: nil, episodes: [])
  private var hasRoot = false
  private var hasChannel = false
  private var wrongRoot: FeedError?
  private var troubles: [XMLTrouble] = []

  init(firstLine: Int) { self.firstLine = firstLine }

  func result() throws(FeedError) -> Feed {
    if let wrongRoot { throw wrongRoot }
    if let trouble = troubles.first { throw failure(trouble) }
    guard hasRoot else { throw .notXML(line: firstLine, reason: "no element") }
    guard hasChannel else { throw .noChannel }
    return feed
  }

  private func line(_ parser: XMLParser) -> Int { firstLine + max(0, parser.lineNumber - 1) }

  private func failure(_ trouble: XMLTrouble) -> FeedError {
    guard hasRoot else { return .notXML(line: trouble.line, reason: trouble.reason) }
    // Code 5 is a document that ends before its root is closed.
    let isAtEnd = troubles.contains {
      ($0.code, $0.line, $0.column) == (5, trouble.line, trouble.column)
    }
    guard isAtEnd, !path.isEmpty else {
      return .malformed(line: trouble.line, reason: trouble.reason)
    }
    return .truncated(line: trouble.line)
  }

  private var isItem: Bool { path == ["rss", "channel", "item"] }
  private var isChannel: Bool { path == ["rss", "channel"] }

  private func open(_ name: String, _ attributes: [String: String], at line: Int) {
    if path.isEmpty, name != "rss" { wrongRoot = .notRSS(root: name, line: line) }
    if isItem, name == "enclosure" { set(enclosure: attributes) }
    if isItem || isChannel { text = "" }
    path.append(name)
    hasRoot = true
    if isChannel { hasChannel = true }
    if isItem { feed.episodes.append(Episode()) }
  }

  private func close(_ name: String, isPrefixed: Bool) {
    path.removeLast()
    let value = text.trimmingCharacters(in: .whitespacesAndNewlines)
    guard !value.isEmpty else { return }
    if isItem {
      set(name, value, isPrefixed: isPrefixed)
    } else if isChannel, name == "title", feed.title == nil || !isPrefixed {
      feed.title = value
    }
  }

  private func set(_ name: String, _ value: String, isPrefixed: Bool) {
    guard var episode = feed.episodes.popLast() else { return }
    switch name {
    case "title" where !isPrefixed || episode.title == nil: episode.title = value
    case "pubDate" where !isPrefixed || episode.date == nil:
      episode.date = FeedDate.parse(value) ?? episode.date
    case "date" where episode.date == nil: episode.date = FeedDate.parse(value)
    case "duration" where !isPrefixed || episode.duration == nil:
      episode.duration = FeedDuration.parse(value)
    default: break
    }
    feed.episodes.append(episode)
  }

  private func set(enclosure attributes: [String: String]) {
    guard let last = feed.episodes.indices.last else { return }
    let enclosure = Enclosure(
      url: attributes["url"].nonBlank,
      type: attributes["type"].nonBlank,
      length: attributes["length"].nonBlank.flatMap { Int($0) }.flatMap { $0 < 0 ? nil : $0 }
    )
    guard enclosure != Enclosure() else { return }
    if let earlier = feed.episodes[last].enclosure, earlier.rank <= enclosure.rank { return }
    feed.episodes[last].enclosure = enclosure
  }
}

extension Enclosure {
  /// The order of several enclosures of an episode: what can be played, the others, without a URL.
  fileprivate var rank: Int {
    guard let url else { return 2 }
    let isPlayable =
      switch type?.lowercased() {
      case nil, "application/octet-stream":
        url.firstMatch(of: /\.(?:jpe?g|png|gif|webp|svg|pdf|html?)(?:[?#]|$)/.ignoresCase()) == nil
      case .some(let type): type.hasPrefix("audio/") || type.hasPrefix("video/")
      }
    return isPlayable ? 0 : 1
  }
}

extension FeedReader: XMLParserDelegate {
  func parser(
    _ parser: XMLParser,
    didStartElement elementName: String,
    namespaceURI: String?,
    qualifiedName: String?,
    attributes: [String: String]
  ) {
    open(elementName.localName, attributes, at: line(parser))
    if wrongRoot != nil { parser.abortParsing() }
  }

  func parser(
    _ parser: XMLParser,
    didEndElement elementName: String,
    namespaceURI: String?,
    qualifiedName: String?
  ) { close(elementName.localName, isPrefixed: elementName.contains(":")) }

  func parser(_ parser: XMLParser, parseErrorOccurred error: any Error) {
    let code = (error as NSError).code
    // Errors about prefixes are ignored.
    guard !(200...205).contains(code) else { return }
    troubles.append(XMLTrouble(code: code, line: line(parser), column: parser.columnNumber))
  }

  func parser(_ parser: XMLParser, foundCharacters string: String) { text += string }

  func parser(_ parser: XMLParser, foundCDATA CDATABlock: Data) {
    text += String(decoding: CDATABlock, as: UTF8.self)
  }
}

extension String {
  fileprivate var localName: String { split(separator: ":").last.map(String.init) ?? self }
}

extension String? {
  fileprivate var nonBlank: String? {
    guard let text = self?.trimmingCharacters(in: .whitespacesAndNewlines) else { return nil }
    return text.isEmpty ? nil : text
  }
}

/// An error of the parser; its code is a number of libxml2.
///
/// NB: On Linux the cases of XMLParser.ErrorCode have different raw values.
private struct XMLTrouble {
  var code: Int
  var line: Int
  var column: Int

  var reason: String { Self.reasons[code] ?? "XML error \(code)" }

  private static let reasons: [Int: String] = [
    4: "it does not start with “<”", 5: "text follows the end of the document",
    9: "a character is not allowed", 23: "an entity has no “;”", 26: "an entity is not declared",
    31: "the encoding is unknown", 32: "the encoding is unknown", 38: "an attribute contains “<”",
    39: "an attribute’s value is not quoted", 40: "an attribute’s value has no closing quote",
    41: "an attribute has no value", 42: "an attribute is given twice",
    64: "the XML declaration is not at the start", 65: "a space is missing",
    68: "a name is missing, or a “&” or “<” is unescaped", 73: "a “>” is missing",
    76: "an element is closed by another name", 77: "an element is not closed",
    81: "a character does not fit the encoding", 89: "an entity contains itself",
  ]
}

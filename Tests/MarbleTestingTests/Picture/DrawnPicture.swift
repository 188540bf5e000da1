import Foundation
import MarbleDiagrams

#if canImport(FoundationXML)
import FoundationXML
#endif

/// The elements of a rendered picture, read by an XML parser.
final class DrawnPicture: NSObject, XMLParserDelegate {
  struct Element {
    let name: String
    let attributes: [String: String]
    var text = ""

    var style: String { attributes["class"] ?? "" }
    var x: Int { attributes["x"].flatMap { Int($0) } ?? -1 }
    var width: Int { attributes["width"].flatMap { Int($0) } ?? -1 }
  }

  private(set) var elements: [Element] = []
  private(set) var isWellFormed = false
  private var open: [Int] = []

  init(_ picture: MarblePicture, _ appearance: MarblePicture.Appearance = .automatic) {
    super.init()
    let parser = XMLParser(data: Data(picture.svg(appearance).utf8))
    parser.delegate = self
    isWellFormed = parser.parse()
  }

  convenience init(_ kind: MarblePicture.Lane.Kind, _ diagram: String) throws {
    self.init(try MarblePicture("A picture", lanes: [.lane(kind, diagram)]))
  }

  /// The texts in the order of the document.
  var texts: [String] { elements.filter { $0.name == "text" }.map(\.text) }

  /// The filled shapes with a tone.
  var shapes: [Element] { elements.filter { $0.style.hasSuffix(" tone") } }

  /// The marbles above the legend: shapes as high as a marble.
  var marbles: [Element] { shapes.filter { $0.attributes["height"] == "22" } }

  /// The spans of states.
  var states: [Element] { shapes.filter { $0.attributes["height"] == "26" } }

  func text(of name: String) -> String {
    elements.first { $0.name == name }?.text ?? ""
  }

  func parser(
    _ parser: XMLParser,
    didStartElement name: String,
    namespaceURI: String?,
    qualifiedName: String?,
    attributes: [String: String]
  ) {
    open.append(elements.count)
    elements.append(Element(name: name, attributes: attributes))
  }

  func parser(
    _ parser: XMLParser,
    didEndElement name: String,
    namespaceURI: String?,
    qualifiedName: String?
  ) {
    open.removeLast()
  }

  func parser(_ parser: XMLParser, foundCharacters text: String) {
    if let last = open.last { elements[last].text += text }
  }
}

extension MarblePicture.Lane {
  /// A lane with a diagram of 10 ms frames.
  static func lane(
    _ kind: Kind,
    _ diagram: String,
    _ words: [String: MarblePicture.Word] = [:]
  ) throws -> Self {
    Self("lane", try MarbleDiagram(diagram), as: kind, words: words)
  }
}

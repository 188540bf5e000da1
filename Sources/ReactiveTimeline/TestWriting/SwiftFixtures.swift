import Foundation
import ReactiveGround
import ReactiveRelays

/// The values of a printed test that are decoded from files of JSON.
struct SwiftFixtures {
  let name: String
  private let types: [any Codable.Type]
  private var fixtures: [(type: String, json: String)] = []
  /// The start of the names of the constants, and the constant with the path of their folder.
  private var (start, folder) = ("fixture", "folder")

  init(named name: String = "", of types: [any Codable.Type] = []) {
    let words = name.split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }
    self.name = words.isEmpty ? "recording" : words.joined(separator: "-").lowercased()
    self.types = types
  }

  /// Chooses names for the constants that no other constant of the test has.
  mutating func avoid(_ names: [String]) {
    var number = 1
    while names.contains(where: { isOwn($0) }) {
      start = number == 1 ? "decoded" : "decoded\(number)Value"
      folder = "\(start)Folder"
      number += 1
    }
  }

  private func isOwn(_ name: String) -> Bool {
    name == folder || name.hasPrefix(start) && name.dropFirst(start.count).allSatisfy(\.isNumber)
  }

  /// Returns the name of the constant with a value; `nil` for a value of another type, and for a
  /// small one, whose expression is shorter than that of a file.
  mutating func constant(of value: Any) throws(NoLiteral) -> String? {
    let isFixture = types.contains { $0 == Swift.type(of: value) }
    guard isFixture, !SwiftLiteral.isSmall(value), let value = value as? any Codable else {
      return nil
    }
    let type = try SwiftLiteral.name(of: value)
    let fixture = (type: type, json: try json(of: value))
    let index = fixtures.firstIndex { $0 == fixture } ?? fixtures.endIndex
    if index == fixtures.endIndex { fixtures.append(fixture) }
    return "\(start)\(index + 1)"
  }

  private func json<Value: Codable>(of value: Value) throws(NoLiteral) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    do {
      let data = try encoder.encode(value)
      if let value = value as? any Equatable {
        let decoded = try JSONDecoder().decode(Value.self, from: data)
        if !value.isEqual(to: decoded) {
          throw NoLiteral(reason: "\(Value.self) is not equal to the value decoded from its JSON")
        }
      }
      return String(decoding: data, as: UTF8.self) + "\n"
    } catch {
      if let error = error as? NoLiteral { throw error }
      throw NoLiteral(reason: "\(Value.self) has no JSON: \(fullText(error))")
    }
  }

  var files: [TimelineFile] {
    fixtures.enumerated().map { TimelineFile(name: fileName($0.offset), text: $0.element.json) }
  }

  private func fileName(_ index: Int) -> String { "Fixtures/\(name)-\(index + 1).json" }

  var code: [String] {
    if fixtures.isEmpty { return [] }
    return ["let \(folder) = URL(filePath: #filePath).deletingLastPathComponent()"]
      + fixtures.enumerated().flatMap { index, fixture in
        [
          "let \(start)\(index + 1) = try JSONDecoder().decode(",
          "  \(fixture.type).self,",
          "  from: Data(contentsOf: \(folder).appending(path: \(fileName(index).swiftLiteral)))",
          ")",
        ]
      }
  }
}

extension Equatable {
  fileprivate func isEqual(to other: Any) -> Bool { self == other as? Self }
}

/// A file of a printed test: its code, or a fixture.
public struct TimelineFile: Hashable, Sendable {
  /// The path of the file, relative to the folder of the test.
  public let name: String
  /// The content of the file.
  public let text: String
}

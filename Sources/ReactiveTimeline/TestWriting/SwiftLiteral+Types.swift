import Foundation
import ReactiveGround
import ReactiveLoadable

/// A type whose values have an expression that their mirrors do not show.
protocol SwiftLiteralConvertible {
  /// Returns the expression; `text` returns those of its parts.
  func literal(_ text: (Any) throws(NoLiteral) -> String) throws(NoLiteral) -> String
  /// True for a value that needs no fixture: a scalar, or an empty collection.
  var isSmall: Bool { get }
}

extension SwiftLiteralConvertible {
  var isSmall: Bool { true }

  func literal(_ text: (Any) throws(NoLiteral) -> String) throws(NoLiteral) -> String {
    String(reflecting: self)
  }
}

extension Bool: SwiftLiteralConvertible {}
extension Int: SwiftLiteralConvertible {}
extension Int8: SwiftLiteralConvertible {}
extension Int16: SwiftLiteralConvertible {}
extension Int32: SwiftLiteralConvertible {}
extension Int64: SwiftLiteralConvertible {}
extension UInt: SwiftLiteralConvertible {}
extension UInt8: SwiftLiteralConvertible {}
extension UInt16: SwiftLiteralConvertible {}
extension UInt32: SwiftLiteralConvertible {}
extension UInt64: SwiftLiteralConvertible {}
extension String: SwiftLiteralConvertible {
  var isSmall: Bool { utf8.count <= 100 }

  func literal(_ text: (Any) throws(NoLiteral) -> String) throws(NoLiteral) -> String {
    swiftLiteral
  }
}

extension Character: SwiftLiteralConvertible {
  func literal(_ text: (Any) throws(NoLiteral) -> String) throws(NoLiteral) -> String {
    String(self).swiftLiteral
  }
}

extension Array: SwiftLiteralConvertible {}
extension ArraySlice: SwiftLiteralConvertible {}
extension ContiguousArray: SwiftLiteralConvertible {}

extension SwiftLiteralConvertible where Self: RandomAccessCollection {
  var isSmall: Bool { isEmpty }

  /// The elements as an array literal; those after the longest expression are not written.
  func literal(_ text: (Any) throws(NoLiteral) -> String) throws(NoLiteral) -> String {
    var (texts, length) = ([String](), 0)
    for element in self where length <= SwiftLiteral.longest {
      texts.append(try text(element))
      length += texts.last?.count ?? 0
    }
    return "[\(texts.joined(separator: ", "))]"
  }
}

// NB: The order of a set or a dictionary differs in each process.

extension Set: SwiftLiteralConvertible {
  var isSmall: Bool { isEmpty }

  func literal(_ text: (Any) throws(NoLiteral) -> String) throws(NoLiteral) -> String {
    var elements: [String] = []
    for element in self { elements.append(try text(element)) }
    return "[\(elements.sorted().joined(separator: ", "))]"
  }
}

extension Dictionary: SwiftLiteralConvertible {
  var isSmall: Bool { isEmpty }

  func literal(_ text: (Any) throws(NoLiteral) -> String) throws(NoLiteral) -> String {
    dictionary(of: try entries(self, text).sorted())
  }
}

extension KeyValuePairs: SwiftLiteralConvertible {
  var isSmall: Bool { isEmpty }

  func literal(_ text: (Any) throws(NoLiteral) -> String) throws(NoLiteral) -> String {
    dictionary(of: try entries(self, text))
  }
}

private func entries<Key, Value>(
  _ pairs: some Sequence<(key: Key, value: Value)>,
  _ text: (Any) throws(NoLiteral) -> String
) throws(NoLiteral) -> [String] {
  var entries: [String] = []
  for (key, value) in pairs { entries.append("\(try text(key)): \(try text(value))") }
  return entries
}

private func dictionary(of entries: [String]) -> String {
  entries.isEmpty ? "[:]" : "[\(entries.joined(separator: ", "))]"
}

extension Range: SwiftLiteralConvertible {
  func literal(_ text: (Any) throws(NoLiteral) -> String) throws(NoLiteral) -> String {
    "(\(try text(lowerBound))..<\(try text(upperBound)))"
  }
}

extension ClosedRange: SwiftLiteralConvertible {
  func literal(_ text: (Any) throws(NoLiteral) -> String) throws(NoLiteral) -> String {
    "(\(try text(lowerBound))...\(try text(upperBound)))"
  }
}

extension Substring: SwiftLiteralConvertible {
  var isSmall: Bool { utf8.count <= 100 }

  func literal(_ text: (Any) throws(NoLiteral) -> String) throws(NoLiteral) -> String {
    "Substring(\(try text(String(self))))"
  }
}

extension Double: SwiftLiteralConvertible {
  func literal(_ text: (Any) throws(NoLiteral) -> String) throws(NoLiteral) -> String {
    // The compiler warns about the literal of so small a number.
    isSubnormal ? "Double(bitPattern: \(bitPattern))" : try number(self)
  }
}

extension Float: SwiftLiteralConvertible {
  func literal(_ text: (Any) throws(NoLiteral) -> String) throws(NoLiteral) -> String {
    // The compiler warns about the literal of so small a number.
    isSubnormal ? "Float(bitPattern: \(bitPattern))" : try number(self)
  }
}

/// Returns the literal of a number.
private func number<Number: BinaryFloatingPoint>(_ number: Number) throws(NoLiteral) -> String {
  if number.isNaN {
    throw NoLiteral(reason: "a number that is not equal to itself cannot be expected")
  }
  if number.isInfinite { return "\(number < 0 ? "-" : "")\(Number.self).infinity" }
  return String(reflecting: number)
}

extension CGFloat: SwiftLiteralConvertible {
  func literal(_ text: (Any) throws(NoLiteral) -> String) throws(NoLiteral) -> String {
    isInfinite ? try number(self) : try text(Double(self))
  }
}

extension Decimal: SwiftLiteralConvertible {
  func literal(_ text: (Any) throws(NoLiteral) -> String) throws(NoLiteral) -> String {
    let digits = "\(self)"
    guard !isNaN, Decimal(string: digits) == self else {
      throw NoLiteral(reason: "a Decimal that its digits do not create cannot be expected")
    }
    return "Decimal(string: \(try text(digits)))!"
  }
}

extension Date: SwiftLiteralConvertible {
  func literal(_ text: (Any) throws(NoLiteral) -> String) throws(NoLiteral) -> String {
    "Date(timeIntervalSinceReferenceDate: \(try text(timeIntervalSinceReferenceDate)))"
  }
}

extension UUID: SwiftLiteralConvertible {
  func literal(_ text: (Any) throws(NoLiteral) -> String) throws(NoLiteral) -> String {
    "UUID(uuidString: \(try text(uuidString)))!"
  }
}

extension URL: SwiftLiteralConvertible {
  func literal(_ text: (Any) throws(NoLiteral) -> String) throws(NoLiteral) -> String {
    if let baseURL {
      return "URL(string: \(try text(relativeString)), relativeTo: \(try text(baseURL)))!"
    }
    return "URL(string: \(try text(absoluteString)))!"
  }
}

extension Data: SwiftLiteralConvertible {
  var isSmall: Bool { count <= 100 }

  func literal(_ text: (Any) throws(NoLiteral) -> String) throws(NoLiteral) -> String {
    "Data(base64Encoded: \(try text(base64EncodedString())))!"
  }
}

extension Duration: SwiftLiteralConvertible {
  func literal(_ text: (Any) throws(NoLiteral) -> String) throws(NoLiteral) -> String {
    let (seconds, attoseconds) = components
    return
      "Duration(secondsComponent: \(seconds), attosecondsComponent: \(attoseconds))"
  }
}

// MARK: Types of this package

extension NoRequest: SwiftLiteralConvertible {
  func literal(_ text: (Any) throws(NoLiteral) -> String) throws(NoLiteral) -> String {
    "NoRequest()"
  }
}

extension LoadError: SwiftLiteralConvertible {
  var isSmall: Bool { false }

  func literal(_ text: (Any) throws(NoLiteral) -> String) throws(NoLiteral) -> String {
    guard (underlying as Any) is any Equatable else {
      throw NoLiteral(
        reason: "\(type(of: underlying)) is not Equatable; conform it to Equatable"
      )
    }
    return "LoadError(\(try text(underlying)))"
  }
}

extension LoadProgress: SwiftLiteralConvertible {
  func literal(_ text: (Any) throws(NoLiteral) -> String) throws(NoLiteral) -> String {
    if let completed {
      return "LoadProgress(completed: \(completed), of: \(total.map { "\($0)" } ?? "nil"))"
    }
    return "LoadProgress(fraction: \(try text(fraction ?? 0)))"
  }
}

extension Loadable: SwiftLiteralConvertible {
  var isSmall: Bool { false }

  func literal(_ text: (Any) throws(NoLiteral) -> String) throws(NoLiteral) -> String {
    switch self {
    case .notRequested: return ".notRequested"
    case .loaded(let value): return ".loaded(\(try text(value)))"
    case .loading(let loading): return try loading.literal(text)
    case .failed(let failed):
      let previous = try failed.previous.map { (value) throws(NoLiteral) in
        ", previous: \(try text(value))"
      }
      let cause = failed.cause == .load ? "" : ", cause: .\(failed.cause)"
      return ".failed(\(try text(failed.error))\(previous ?? "")\(cause))"
    }
  }
}

extension Loading {
  fileprivate func literal(
    _ text: (Any) throws(NoLiteral) -> String
  ) throws(NoLiteral) -> String {
    var arguments: [String] = []
    if let previous { arguments.append("previous: \(try text(previous))") }
    if cause != .load { arguments.append("cause: .\(cause)") }
    if attempt != 0 { arguments.append("attempt: \(attempt)") }
    if let progress { arguments.append("progress: \(try text(progress))") }
    return arguments.isEmpty
      ? ".loading" : ".loading(Loading(\(arguments.joined(separator: ", "))))"
  }
}

extension Page: SwiftLiteralConvertible {
  var isSmall: Bool { false }

  func literal(_ text: (Any) throws(NoLiteral) -> String) throws(NoLiteral) -> String {
    var arguments = ["\(try text(items))", "next: \(try text(next as Any))"]
    if let previous { arguments.append("previous: \(try text(previous))") }
    if let total { arguments.append("total: \(total)") }
    return "Page(\(arguments.joined(separator: ", ")))"
  }
}

extension PagedList: SwiftLiteralConvertible {
  var isSmall: Bool { false }

  func literal(_ text: (Any) throws(NoLiteral) -> String) throws(NoLiteral) -> String {
    var arguments = ["key: \(try text(key))", try text(Array(self))]
    if !append.isComplete { arguments.append("append: \(try text(append))") }
    if !prepend.isComplete { arguments.append("prepend: \(try text(prepend))") }
    if let total { arguments.append("total: \(total)") }
    if duplicateCount > 0 { arguments.append("duplicateCount: \(duplicateCount)") }
    return "PagedList(\(arguments.joined(separator: ", ")))"
  }
}

extension PageEnd: SwiftLiteralConvertible {
  var isSmall: Bool { false }

  func literal(_ text: (Any) throws(NoLiteral) -> String) throws(NoLiteral) -> String {
    switch self {
    case .idle: ".idle"
    case .loading(let attempt): ".loading(attempt: \(attempt))"
    case .failed(let error): ".failed(\(try text(error)))"
    case .complete: ".complete"
    }
  }
}

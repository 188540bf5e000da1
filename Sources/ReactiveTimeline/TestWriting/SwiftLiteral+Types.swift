import Foundation
import ReactiveLoadable

/// A generic type whose values have an expression that their mirrors do not show.
protocol SwiftLiteralConvertible {
  /// Returns the expression; `text` returns those of its parts.
  func literal(_ text: (Any) throws(NoLiteral) -> String) throws(NoLiteral) -> String
  /// True for a value that needs no fixture, such as an empty collection.
  var isSmall: Bool { get }
}

extension SwiftLiteralConvertible {
  var isSmall: Bool { false }
}

extension SwiftLiteralConvertible where Self: Collection {
  var isSmall: Bool { isEmpty }
}

extension Array: SwiftLiteralConvertible {}
extension ArraySlice: SwiftLiteralConvertible {}
extension ContiguousArray: SwiftLiteralConvertible {}

extension SwiftLiteralConvertible where Self: RandomAccessCollection {
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
  func literal(_ text: (Any) throws(NoLiteral) -> String) throws(NoLiteral) -> String {
    var elements: [String] = []
    for element in self { elements.append(try text(element)) }
    return "[\(elements.sorted().joined(separator: ", "))]"
  }
}

extension Dictionary: SwiftLiteralConvertible {
  func literal(_ text: (Any) throws(NoLiteral) -> String) throws(NoLiteral) -> String {
    dictionary(of: try entries(self, text).sorted())
  }
}

extension KeyValuePairs: SwiftLiteralConvertible {
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
  var isSmall: Bool { true }

  func literal(_ text: (Any) throws(NoLiteral) -> String) throws(NoLiteral) -> String {
    "(\(try text(lowerBound))..<\(try text(upperBound)))"
  }
}

extension ClosedRange: SwiftLiteralConvertible {
  var isSmall: Bool { true }

  func literal(_ text: (Any) throws(NoLiteral) -> String) throws(NoLiteral) -> String {
    "(\(try text(lowerBound))...\(try text(upperBound)))"
  }
}

// MARK: Types of this package

extension Loadable: SwiftLiteralConvertible {
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
      guard let date = failed.savedAt?.literal else {
        return ".failed(\(try text(failed.error))\(previous ?? "")\(cause))"
      }
      let error = "error: \(try text(failed.error))"
      return ".failed(Failed(\(error)\(previous ?? "")\(cause), savedAt: \(date)))"
    }
  }
}

extension Date {
  fileprivate var literal: String {
    "Date(timeIntervalSinceReferenceDate: \(timeIntervalSinceReferenceDate))"
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
    if let lastError { arguments.append("lastError: \(try text(lastError))") }
    if let savedAt { arguments.append("savedAt: \(savedAt.literal)") }
    return arguments.isEmpty
      ? ".loading" : ".loading(Loading(\(arguments.joined(separator: ", "))))"
  }
}

extension Page: SwiftLiteralConvertible {
  func literal(_ text: (Any) throws(NoLiteral) -> String) throws(NoLiteral) -> String {
    var arguments = ["\(try text(items))", "next: \(try text(next as Any))"]
    if let previous { arguments.append("previous: \(try text(previous))") }
    if let total { arguments.append("total: \(total)") }
    return "Page(\(arguments.joined(separator: ", ")))"
  }
}

extension PagedList: SwiftLiteralConvertible {
  func literal(_ text: (Any) throws(NoLiteral) -> String) throws(NoLiteral) -> String {
    var arguments = ["key: \(try text(key))", try text(Array(self))]
    if !append.isComplete { arguments.append("append: \(try text(append))") }
    if !prepend.isComplete { arguments.append("prepend: \(try text(prepend))") }
    if let total { arguments.append("total: \(total)") }
    if duplicateCount > 0 { arguments.append("duplicateCount: \(duplicateCount)") }
    if let savedAt { arguments.append("savedAt: \(savedAt.literal)") }
    if isStale { arguments.append("isStale: true") }
    if let appendProgress { arguments.append("appendProgress: \(try text(appendProgress))") }
    if let prependProgress { arguments.append("prependProgress: \(try text(prependProgress))") }
    return "PagedList(\(arguments.joined(separator: ", ")))"
  }
}

extension PageEnd: SwiftLiteralConvertible {
  func literal(_ text: (Any) throws(NoLiteral) -> String) throws(NoLiteral) -> String {
    switch self {
    case .idle: ".idle"
    case .loading(let attempt): ".loading(attempt: \(attempt))"
    case .failed(let error): ".failed(\(try text(error)))"
    case .complete: ".complete"
    }
  }
}

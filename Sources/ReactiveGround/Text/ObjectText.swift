/// The parts of an object's descriptions: `Loader podcasts("swift"): loading`.
///
/// The values are copies, so that the code of their types runs without a lock.
package struct ObjectText {
  private let heading: String
  private let state: String?

  /// The description of an object, whose type is without generic parameters, with a state whose
  /// values are cut.
  package init(_ type: String, name: String? = nil, request: Any? = nil, state: String) {
    let name = name.map { " \(cutText($0, 40))" } ?? ""
    let request = request.map { "(\(shortText($0, limit: 60, isQuoted: true)))" } ?? ""
    heading = "\(type)\(name)\(request)"
    self.state = state
  }

  /// The whole description, with its values cut: `FlagCollapse(loading)`.
  package init(_ text: String) {
    heading = text
    state = nil
  }

  /// A policy with the settings that differ from the defaults: `LoadPolicy podcasts: queue of 6`.
  package init(_ type: String, name: String?, settings: [String?]) {
    self.init(type, name: name, state: settings.joined ?? "defaults")
  }

  /// A type with its generic parameter, as in `PublishRelay<Int>`.
  package init(_ name: String, of type: Any.Type) {
    self.init("\(name)<\(cutText("\(type)", 200))>")
  }

  /// One line of at most 300 characters.
  package var description: String { cutText("\(heading)\(state.map { ": \($0)" } ?? "")", 300) }

  /// The description and details, on one line of at most 600 characters.
  package func debugDescription(_ details: [String?]) -> String {
    cutText(([description] + details.compactMap(\.self)).joined(separator: "; "), 600)
  }
}

/// An object with a name and a request, for the description of a model that holds it.
package protocol NamedObject {
  /// The name that the caller gave the object; `nil` for none.
  var nameInText: String? { get }
  /// The request or key; `nil` for none.
  var requestInText: Any? { get }
}

extension [String?] {
  /// The settings as one text: `policy: priority high, queue of 6`; `nil` without any.
  package var policyText: String? { joined.map { "policy: \($0)" } }

  /// The settings after one another: `priority high, queue of 6`; `nil` without any.
  package var joined: String? {
    let words = compactMap(\.self)
    return words.isEmpty ? nil : words.joined(separator: ", ")
  }
}

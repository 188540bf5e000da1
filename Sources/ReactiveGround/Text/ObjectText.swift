/// The parts of an object's descriptions: `Loader podcasts("swift"): loading`.
///
/// The values are copies, so that the code of their types runs without a lock.
package struct ObjectText {
  private let heading: String
  private let state: String

  /// - Parameters:
  ///   - type: The name of the type, without its generic parameters.
  ///   - name: The name that the caller gave the object; `nil` for none.
  ///   - request: The request or key; `nil` for none.
  ///   - state: The state, with its values cut.
  package init(_ type: String, name: String? = nil, request: Any? = nil, state: String) {
    let name = name.map { " \(cutText($0, 40))" } ?? ""
    let request = request.map { "(\(shortText($0, limit: 60, isQuoted: true)))" } ?? ""
    heading = "\(type)\(name)\(request)"
    self.state = state
  }

  /// One line of at most 300 characters.
  package var description: String { cutText("\(heading): \(state)", 300) }

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

extension Mirror {
  /// Creates the mirror of a value from its parts; `nil` parts are omitted.
  package init(ofValue value: some Any, _ parts: KeyValuePairs<String, Any?>) {
    let children = parts.compactMap { label, value in
      value.map { (label: Optional(label), value: $0) }
    }
    self.init(value, children: children, displayStyle: .struct)
  }

  /// Creates the mirror of an object with state, from copies of its parts; `nil` parts are omitted.
  package init(of object: some AnyObject, _ parts: KeyValuePairs<String, Any?>) {
    let children = parts.compactMap { label, value in
      value.map { (label: Optional(label), value: $0) }
    }
    self.init(
      object,
      children: children,
      displayStyle: .class,
      ancestorRepresentation: .suppressed
    )
  }
}

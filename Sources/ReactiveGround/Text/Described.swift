/// A type whose texts and mirror are made of copies of its parts.
///
/// A public type that conforms has the public conformances to `CustomStringConvertible`,
/// `CustomDebugStringConvertible` and `CustomReflectable`. The article "Reading descriptions" has
/// the format. The parts are copied under a lock, if at all, and described outside it.
package protocol Described: CustomStringConvertible, CustomDebugStringConvertible,
  CustomReflectable
{
  var objectText: ObjectText { get }
  /// The texts that the debug description adds; `nil` elements are omitted.
  var debugDetails: [String?] { get }
  /// The parts that the mirror shows; `nil` parts are omitted.
  var mirrorParts: KeyValuePairs<String, Any?> { get }
}

extension Described {
  package var debugDetails: [String?] { [] }

  /// The object on one line of at most 300 characters; long values are cut.
  public var description: String { objectText.description }

  /// The description and details, on one line of at most 600 characters.
  public var debugDescription: String { objectText.debugDescription(debugDetails) }

  /// A mirror of the parts.
  public var customMirror: Mirror {
    let children = mirrorParts.compactMap { label, value in
      value.map { (label: Optional(label), value: $0) }
    }
    let isObject = type(of: self) is AnyObject.Type
    return Mirror(
      self,
      children: children,
      displayStyle: isObject ? .class : .struct,
      ancestorRepresentation: .suppressed
    )
  }
}

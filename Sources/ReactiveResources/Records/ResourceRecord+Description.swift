import ReactiveLoadable

extension ResourceRecord: CustomStringConvertible, CustomReflectable {
  /// The number of bytes and the metadata, with redacted credentials.
  public var description: String {
    partsText("ResourceRecord", counted(body.count, "byte"), ["metadata": fields])
  }

  /// A mirror of the metadata, with redacted credentials, and the body.
  public var customMirror: Mirror { Mirror(ofValue: self, ["metadata": fields, "body": body]) }

  private var fields: String {
    let sorted = metadata.sorted { $0.key < $1.key }
    return HTTPRedaction.text(of: sorted.map { (name: $0.key, value: $0.value) })
  }
}

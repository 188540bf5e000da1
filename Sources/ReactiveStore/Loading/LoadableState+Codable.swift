import ReactiveLoadable

extension LoadableState: Codable where Request: Codable, Child: Codable {
  private enum CodingKeys: String, CodingKey { case child, request }

  /// Reads the child that was saved, which is stale: it shows, and `loadIfNeeded` loads it again (S17).
  ///
  /// - Parameter decoder: Where to read from.
  /// - Throws: `DecodingError` when the content is not a state.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    // A child may itself be one that is written as null, and so may a request.
    guard container.contains(.child) else {
      self.init()
      return
    }
    let child = try container.decode(Child.self, forKey: .child)
    let isOfOne = container.contains(.request)
    self.init(
      stale: child,
      of: isOfOne ? try container.decode(Request.self, forKey: .request) : nil
    )
  }

  /// Writes the child that a cancel would leave, and the request that it answers (S17).
  ///
  /// - Parameter encoder: Where to write to.
  /// - Throws: What the encoder, the child or the request throws.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    guard let settled = machine.settledValue else { return }
    try container.encode(settled.value, forKey: .child)
    if let request = settled.request { try container.encode(request, forKey: .request) }
  }
}

extension LoadableStates: Codable where Key: Codable, Value: Codable {
  /// Reads the values that were saved, which are stale (S17).
  ///
  /// - Parameter decoder: Where to read from.
  /// - Throws: `DecodingError` when the content is not a dictionary of states.
  public init(from decoder: any Decoder) throws {
    self.init()
    for (key, element) in try [Key: Element](from: decoder) { put(element, at: key) }
  }

  /// Writes the states of the keys that have a value, as a dictionary (S17).
  ///
  /// - Parameter encoder: Where to write to.
  /// - Throws: What the encoder, a key or a value throws.
  public func encode(to encoder: any Encoder) throws {
    let saved = keys.map { ($0, self[$0]) }.filter { $0.1.machine.settledValue != nil }
    try Dictionary(uniqueKeysWithValues: saved).encode(to: encoder)
  }
}

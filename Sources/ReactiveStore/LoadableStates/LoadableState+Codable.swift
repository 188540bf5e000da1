import ReactiveLoadable

extension LoadableState: Codable where Request: Codable, Child: Codable {
  private enum CodingKeys: String, CodingKey { case child, request }

  /// Decodes a saved child, which is visible but stale: `loadIfNeeded` reloads it.
  ///
  /// See <doc:StoreContract#S17-Saved-states>.
  ///
  /// - Parameter decoder: The decoder to read from.
  /// - Throws: `DecodingError` if the content is not a state.
  public init(from decoder: any Decoder) throws {
    self.init()
    let container = try decoder.container(keyedBy: CodingKeys.self)
    // A child may itself be encoded as null, and so may a request.
    guard container.contains(.child) else { return }
    let child = try container.decode(Child.self, forKey: .child)
    let isOfOne = container.contains(.request)
    machine = EmbeddedLoad(
      child,
      of: isOfOne ? try container.decode(Request.self, forKey: .request) : nil,
      staleAt: .distantPast
    )
  }

  /// Encodes the child that a cancel would leave, and the request that it answers.
  ///
  /// See <doc:StoreContract#S17-Saved-states>.
  ///
  /// - Parameter encoder: The encoder to write to.
  /// - Throws: The error of the encoder, the child or the request.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    guard let settled = machine.settledValue else { return }
    try container.encode(settled.value, forKey: .child)
    if let request = settled.request { try container.encode(request, forKey: .request) }
  }
}

extension LoadableStates: Codable where Key: Codable, Value: Codable {
  /// Decodes saved values, which are stale.
  ///
  /// See <doc:StoreContract#S17-Saved-states>.
  ///
  /// - Parameter decoder: The decoder to read from.
  /// - Throws: `DecodingError` if the content is not a dictionary of states.
  public init(from decoder: any Decoder) throws {
    self.init()
    for (key, element) in try [Key: Element](from: decoder) { self[key] = element }
  }

  /// Encodes the states of the keys with a value, as a dictionary.
  ///
  /// See <doc:StoreContract#S17-Saved-states>.
  ///
  /// - Parameter encoder: The encoder to write to.
  /// - Throws: The error of the encoder, a key or a value.
  public func encode(to encoder: any Encoder) throws {
    let saved = keys.map { ($0, self[$0]) }.filter { $0.1.machine.settledValue != nil }
    try Dictionary(uniqueKeysWithValues: saved).encode(to: encoder)
  }
}

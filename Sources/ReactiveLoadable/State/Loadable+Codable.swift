extension Loadable: Codable where Value: Codable, Failure: Codable {
  /// Reads a state; a loading one has no work behind it any more, so it settles.
  ///
  /// A loading state is read as loaded with its previous value, or as not requested without one.
  ///
  /// - Parameter decoder: Where to read from.
  /// - Throws: `DecodingError` when the content is not a state.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: LoadableKey.self)
    switch try container.decode(LoadableCase.self, forKey: .state) {
    case .notRequested: self = .notRequested
    case .loading:
      let previous = try container.decodeIfPresent(Value.self, forKey: .value)
      self = previous.map(Loadable.loaded) ?? .notRequested
    case .loaded: self = .loaded(try container.decode(Value.self, forKey: .value))
    case .failed:
      self = .failed(
        try container.decode(Failure.self, forKey: .error),
        previous: try container.decodeIfPresent(Value.self, forKey: .value),
        cause: try container.decode(LoadCause.self, forKey: .cause)
      )
    }
  }

  /// Writes the state with its value or previous value, its error and its cause.
  ///
  /// - Parameter encoder: Where to write to.
  /// - Throws: What the encoder, the value or the error throws.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: LoadableKey.self)
    switch self {
    case .notRequested: try container.encode(LoadableCase.notRequested, forKey: .state)
    case .loading: try container.encode(LoadableCase.loading, forKey: .state)
    case .loaded: try container.encode(LoadableCase.loaded, forKey: .state)
    case .failed(let failed):
      try container.encode(LoadableCase.failed, forKey: .state)
      try container.encode(failed.error, forKey: .error)
      try container.encode(failed.cause, forKey: .cause)
    }
    try container.encodeIfPresent(latest, forKey: .value)
  }
}

private enum LoadableKey: String, CodingKey { case state, value, error, cause }
private enum LoadableCase: String, Codable { case notRequested, loading, loaded, failed }

import Foundation

extension Loadable: Codable where Value: Codable, Failure: Codable {
  /// Decodes a state; a loading state settles, because no load runs after decoding.
  ///
  /// A loading state is decoded as failed with its last error, or else as loaded with its previous
  /// value, or else as not requested.
  ///
  /// - Parameter decoder: The decoder to read from.
  /// - Throws: `DecodingError` if the content is not a state.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: LoadableKey.self)
    switch try container.decode(LoadableCase.self, forKey: .state) {
    case .notRequested: self = .notRequested
    case .loading where container.contains(.error): self = try container.failed()
    case .loading:
      self = try container.latest(Value.self).map(Loadable.loaded) ?? .notRequested
    case .loaded: self = .loaded(try container.decode(Value.self, forKey: .value))
    case .failed: self = try container.failed()
    }
  }

  /// Encodes the state with its value or previous value, and with its error or last error.
  ///
  /// An error is encoded with its cause and the date of the previous value.
  ///
  /// - Parameter encoder: The encoder to write to.
  /// - Throws: The error that the encoder, the value or the error throws.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: LoadableKey.self)
    switch self {
    case .notRequested: try container.encode(LoadableCase.notRequested, forKey: .state)
    case .loading(let loading):
      try container.encode(LoadableCase.loading, forKey: .state)
      if let error = loading.lastError {
        try container.encode(error, forKey: .error)
        try container.encode(loading.cause, forKey: .cause)
        try container.encodeIfPresent(loading.savedAt, forKey: .savedAt)
      }
    case .loaded: try container.encode(LoadableCase.loaded, forKey: .state)
    case .failed(let failed):
      try container.encode(LoadableCase.failed, forKey: .state)
      try container.encode(failed.error, forKey: .error)
      try container.encode(failed.cause, forKey: .cause)
      try container.encodeIfPresent(failed.savedAt, forKey: .savedAt)
    }
    if let latest { try container.encode(latest, forKey: .value) }
  }
}

private enum LoadableKey: String, CodingKey { case state, value, error, cause, savedAt }
private enum LoadableCase: String, Codable { case notRequested, loading, loaded, failed }

extension KeyedDecodingContainer<LoadableKey> {
  /// Decodes the value if its key exists, because a value may itself be encoded as null.
  fileprivate func latest<Value: Decodable>(_ type: Value.Type) throws -> Value? {
    contains(.value) ? try decode(type, forKey: .value) : nil
  }

  fileprivate func failed<Value: Decodable, Failure: Error & Decodable>() throws
    -> Loadable<Value, Failure>
  {
    .failed(
      Failed(
        error: try decode(Failure.self, forKey: .error),
        previous: try latest(Value.self),
        cause: try decode(LoadCause.self, forKey: .cause),
        savedAt: try decodeIfPresent(Date.self, forKey: .savedAt)
      )
    )
  }
}

public import Foundation
public import ReactiveLoadable

// The formats and stores of saved values.

extension SavedValues {
  /// Saves values by a pair of functions, for instance of another format than JSON.
  ///
  /// - Parameters:
  ///   - codec: The name of the format; a record of another name is not used. `nil`, the default,
  ///     is a format for this type alone. With a name, records of any type are decoded; `json` and
  ///     `plist` are the names of ``json(version:in:wallClock:key:)`` and
  ///     ``propertyList(version:in:wallClock:key:)``.
  ///   - version: The version of the format; a record of another version is not used.
  ///   - store: The store of the records.
  ///   - wallClock: The clock that dates the values; that of the system by default.
  ///   - encode: Returns the bytes of a value. It runs in a task, and may throw.
  ///   - decode: Returns the value of bytes. It runs in the task of the load, before its function,
  ///     and may throw. With a store that answers without a suspension, this is the thread of the
  ///     call that loads.
  ///   - key: Returns the key of a request: any text, unique in the store.
  public init(
    codec: String? = nil,
    version: Int,
    in store: some ResourceStore,
    wallClock: WallClock = .system,
    encode: @escaping @Sendable (Value) throws -> Data,
    decode: @escaping @Sendable (Data) throws -> Value,
    key: @escaping @Sendable (Request) -> String
  ) {
    let codec = SavedCodec(
      codec ?? "custom",
      version: version,
      isForType: codec == nil,
      encode: encode,
      decode: decode
    )
    self.init(store, codec, wallClock, key)
  }

  private init(
    _ store: some ResourceStore,
    _ codec: SavedCodec,
    _ wallClock: WallClock,
    _ key: @escaping @Sendable (Request) -> String
  ) {
    self.init(
      SavedSource(store, codec, wallClock: wallClock) { key($0.assumed(of: Request.self).value) }
    )
  }
}

extension SavedValues where Value: Codable {
  /// Saves values as JSON, by the coders of Foundation with their default strategies.
  ///
  /// - Parameters:
  ///   - version: The version of the values; a record of another version is not used.
  ///   - store: The store of the records.
  ///   - wallClock: The clock that dates the values; that of the system by default.
  ///   - key: Returns the key of a request: any text, unique in the store.
  /// - Returns: The saved values, for the initializer of one or several loaders.
  public static func json(
    version: Int,
    in store: some ResourceStore,
    wallClock: WallClock = .system,
    key: @escaping @Sendable (Request) -> String
  ) -> Self {
    Self(store, .json(Value.self, version: version), wallClock, key)
  }

  /// Saves values as binary property lists; the parameters are those of JSON.
  public static func propertyList(
    version: Int,
    in store: some ResourceStore,
    wallClock: WallClock = .system,
    key: @escaping @Sendable (Request) -> String
  ) -> Self {
    Self(store, .propertyList(Value.self, version: version), wallClock, key)
  }
}

extension SavedValues where Request == NoRequest, Value: Codable {
  /// Saves the value of a loader without requests as JSON.
  ///
  /// - Parameters:
  ///   - key: The key of the record: any text, unique in the store.
  ///   - version: The version of the value; a record of another version is not used.
  ///   - store: The store of the record.
  ///   - wallClock: The clock that dates the value; that of the system by default.
  /// - Returns: The saved value, for the initializer of a loader.
  public static func json(
    _ key: String,
    version: Int,
    in store: some ResourceStore,
    wallClock: WallClock = .system
  ) -> Self {
    json(version: version, in: store, wallClock: wallClock) { _ in key }
  }

  /// Saves the value of a loader without requests as a binary property list.
  public static func propertyList(
    _ key: String,
    version: Int,
    in store: some ResourceStore,
    wallClock: WallClock = .system
  ) -> Self {
    propertyList(version: version, in: store, wallClock: wallClock) { _ in key }
  }
}

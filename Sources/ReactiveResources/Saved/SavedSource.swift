import Foundation
import ReactiveLoadable

/// The store, the keys and the format of the saved values of one type, without the type.
struct SavedSource: SavedValuesSource {
  let store: any ResourceStore
  let desk: RecordDesk
  let wallClock: WallClock
  let codec: SavedCodec
  /// Returns the key of a request: code of the caller.
  private let key: @Sendable (AnyBox) -> String
  private let keyCalls = KeyCalls()

  /// Uses the order of operations of the store, if it has one, or else a separate one.
  init(
    _ store: some ResourceStore,
    _ codec: SavedCodec,
    wallClock: WallClock,
    key: @escaping @Sendable (AnyBox) -> String
  ) {
    self.store = store
    self.desk = (store as? any RecordDeskOwner)?.desk ?? RecordDesk()
    self.wallClock = wallClock
    self.codec = codec
    self.key = key
  }

  /// Returns the key of a request, or the one that has no record if the function that makes keys
  /// has called an owner of records of this source.
  func key(of request: AnyBox) -> String {
    guard keyCalls.begin() else { return KeyCalls.refused }
    defer { keyCalls.end() }
    return key(request).canonical
  }

  /// The records of one loader, list or cache.
  func records() -> any LoadRecords { SavedRecords(self) }

  /// Waits for the saves and removals that were called before.
  func finish() async { await desk.finish() }

  var inWords: String { "\(codec.typeName) as \(codec.name), version \(codec.version)" }

  var mirrorParts: KeyValuePairs<String, Any?> {
    ["type": codec.typeName, "codec": codec.name, "version": codec.version, "store": store]
  }
}

extension String {
  /// The same text with the same bytes for all texts that are equal, which differ in their scalars.
  fileprivate var canonical: String {
    // NB: On contiguous bytes, which costs a fifth.
    let isASCII = utf8.withContiguousStorageIfAvailable { $0.allSatisfy { $0 < 0x80 } }
    return isASCII == true ? self : precomposedStringWithCanonicalMapping
  }
}

/// The format of saved values: how they become bytes.
struct SavedCodec: Sendable {
  let name: String
  let version: Int
  let typeName: String
  /// True if a record with another name of a type is not used.
  let isForType: Bool
  let encode: @Sendable (AnyBox) throws -> Data
  let decode: @Sendable (Data, _ savedAt: Date) throws -> AnyBox

  /// Creates the format of a pair of functions, which may throw, block, or call the loader.
  init<Value: Sendable>(
    _ name: String,
    version: Int,
    isForType: Bool = true,
    encode: @escaping @Sendable (Value) throws -> Data,
    decode: @escaping @Sendable (Data) throws -> Value
  ) {
    self.name = name
    self.version = version
    self.isForType = isForType
    // NB: The name with modules has an address in it if the type is private.
    typeName = String(describing: Value.self)
    self.encode = { try encode($0.assumed(of: Value.self).value) }
    self.decode = { SavedBox(try decode($0), savedAt: $1) }
  }

  /// Creates the format of JSON.
  static func json<Value: Codable & Sendable>(_: Value.Type, version: Int) -> Self {
    Self("json", version: version) { (value: Value) in
      try JSONEncoder().encode(value)
    } decode: {
      try JSONDecoder().decode(Value.self, from: $0)
    }
  }

  /// Creates the format of a binary property list.
  static func propertyList<Value: Codable & Sendable>(
    _: Value.Type,
    version: Int
  ) -> Self {
    Self("plist", version: version) { (value: Value) in
      let encoder = PropertyListEncoder()
      encoder.outputFormat = .binary
      // A property list cannot be a single number or text.
      return try encoder.encode([value])
    } decode: { data in
      guard PropertyListTree.isValid(data) else { throw CocoaError(.propertyListReadCorrupt) }
      let values = try PropertyListDecoder().decode([Value].self, from: data)
      guard let value = values.first else { throw CocoaError(.propertyListReadCorrupt) }
      return value
    }
  }
}

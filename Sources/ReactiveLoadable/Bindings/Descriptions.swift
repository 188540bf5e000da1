import ReactiveCaching
import ReactiveLoading
import ReactiveRelays

// The texts and mirrors of models, in the format of the article "Reading descriptions". Without them a dump
// shows the lock of the observation registrar.

extension LoaderModel: @MainActor CustomStringConvertible, @MainActor CustomReflectable {
  /// The model with the name and the request of its loader, and the state.
  ///
  /// For instance `LoaderModel podcasts("swift"): loading` and
  /// `PagedModel results("swift"): loaded(20 items of swift, append idle)`.
  public var description: String { description(as: isOfList ? "PagedModel" : "LoaderModel") }

  /// A mirror of the name, the request and the state.
  public var customMirror: Mirror { Mirror(of: self, parts) }
}

extension KeyedModel: @MainActor CustomStringConvertible, @MainActor CustomReflectable {
  /// The model with the name of its cache, the key and the state.
  ///
  /// For instance `KeyedModel images(7): loading`.
  public var description: String { text }

  /// A mirror of the name of the cache, the key and the state.
  public var customMirror: Mirror { Mirror(of: self, parts) }
}

extension LoaderModel {
  fileprivate var isOfList: Bool { loader is any ListLoader }

  private var named: (any NamedObject)? { loader as? any NamedObject }

  fileprivate func description(as type: String) -> String {
    ObjectText(type, name: named?.nameInText, request: named?.requestInText, state: "\(state)")
      .description
  }

  fileprivate var parts: KeyValuePairs<String, Any?> {
    [
      "name": named?.nameInText, isOfList ? "key" : "request": named?.requestInText,
      "state": state,
    ]
  }
}

extension KeyedModel {
  fileprivate var text: String {
    ObjectText("KeyedModel", name: name, request: key, state: "\(state)").description
  }

  fileprivate var parts: KeyValuePairs<String, Any?> {
    ["name": name, "key": key, "state": state]
  }

  private var name: String? { (source as? any NamedObject)?.nameInText }
}

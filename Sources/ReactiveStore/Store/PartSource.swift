/// The way to read a part of a state, and the condition to compare it.
struct PartSource<Whole: Sendable, Part: Sendable>: Sendable {
  typealias Receive = @Sendable (inout Part) -> Void

  /// The part; `nil` while it is absent.
  let part: @Sendable (inout Whole) -> Part?
  /// Returns the part, or the last one while it is absent.
  // NB: Code that is not specialized looks up types for an optional value.
  let read: @Sendable (inout Whole, _ last: () -> Part) -> Part
  /// Starts to observe the part, on the queue of the store; returns a closure that stops it.
  let observe: @Sendable (PartList, _ now: Whole, @escaping Receive) -> @Sendable () -> Void

  /// Creates a source of the value at a path, compared after every change of the whole, or only if
  /// its bits have changed.
  static func at(_ path: any KeyPath<Whole, Part> & Sendable, skipsSameBits: Bool) -> Self {
    let offset = skipsSameBits ? MemoryLayout<Whole>.offset(of: path) : nil
    return Self {
      $0[keyPath: path]
    } read: { whole, _ in
      whole[keyPath: path]
    } observe: { parts, now, receive in
      let last = offset.map { RetainedPart(now[keyPath: path], at: $0) }
      let id = parts.add(last) { (state: inout Whole) in
        var new = state[keyPath: path]
        last?.update(new)
        receive(&new)
      }
      return { parts.remove(id) }
    }
  }

  /// Creates a source that compares the part after every change of the whole.
  static func computed(_ part: @escaping @Sendable (inout Whole) -> Part?) -> Self {
    Self(part) { parts, _, receive in
      let id = parts.add { (state: inout Whole) in
        if var new = part(&state) { receive(&new) }
      }
      return { parts.remove(id) }
    }
  }

  /// Creates a source of a part of the value at a path, compared when that value's bits change.
  static func within<Middle: Sendable>(
    _ path: any KeyPath<Whole, Middle> & Sendable,
    _ part: @escaping @Sendable (Middle) -> Part?
  ) -> Self {
    Self({ part($0[keyPath: path]) }) { parts, now, receive in
      let group = parts.group(at: path, in: now)
      let id = group.parts.add { (middle: inout Middle) in
        if var new = part(middle) { receive(&new) }
      }
      return { group.parts.remove(id) }
    }
  }
}

extension PartSource {
  private init(
    _ part: @escaping @Sendable (inout Whole) -> Part?,
    observe: @escaping @Sendable (PartList, Whole, @escaping Receive) -> @Sendable () -> Void
  ) {
    self.init(part: part, read: { part(&$0) ?? $1() }, observe: observe)
  }
}

/// The way to read a part of a state, and the condition to compare it.
struct PartSource<Whole: Sendable, Part: Sendable>: Sendable {
  typealias Show = @Sendable (inout Part) -> Void

  /// The part; `nil` while it is absent.
  let part: @Sendable (inout Whole) -> Part?
  /// Starts to observe the part, in the turns of the store; returns a closure that stops it.
  let observe: @Sendable (PartList, _ now: Whole, @escaping Show) -> @Sendable () -> Void

  /// Creates a source that compares the part after every change of the whole.
  static func found(_ part: @escaping @Sendable (inout Whole) -> Part?) -> Self {
    Self(part: part) { parts, _, show in
      let id = parts.add { (state: inout Whole) in
        if var new = part(&state) { show(&new) }
      }
      return { parts.remove(id) }
    }
  }

  /// Creates a source that compares the part when its bits change, if it is stored in the whole.
  static func at(_ path: any KeyPath<Whole, Part> & Sendable) -> Self {
    guard let offset = MemoryLayout<Whole>.offset(of: path) else {
      return found { $0[keyPath: path] }
    }
    return Self(part: { $0[keyPath: path] }) { parts, now, show in
      let seen = SeenPart(now[keyPath: path])
      let id = parts.add(PartGlance(seen, at: offset)) { (state: inout Whole) in
        var new = state[keyPath: path]
        seen.see(new)
        show(&new)
      }
      return { parts.remove(id) }
    }
  }

  /// Creates a source of a part of the value at a path, compared when that value's bits change.
  static func within<Middle: Sendable>(
    _ path: any KeyPath<Whole, Middle> & Sendable,
    _ part: @escaping @Sendable (Middle) -> Part?
  ) -> Self {
    Self(part: { part($0[keyPath: path]) }) { parts, now, show in
      let group = parts.group(at: path, in: now)
      let id = group.parts.add { (middle: inout Middle) in
        if var new = part(middle) { show(&new) }
      }
      return { group.parts.remove(id) }
    }
  }
}

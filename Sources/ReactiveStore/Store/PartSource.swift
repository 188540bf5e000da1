/// The way to read a part of a state, and the condition to compare it.
@usableFromInline
struct PartSource<Whole: Sendable, Part: Sendable>: Sendable {
  @usableFromInline typealias Show = @Sendable (inout Part) -> Void

  /// The part; `nil` while it is absent.
  @usableFromInline let part: @Sendable (inout Whole) -> Part?
  /// Starts to observe the part, in the turns of the store; returns a closure that stops it.
  @usableFromInline let observe:
    @Sendable (PartList<Whole>, _ now: Whole, @escaping Show) -> @Sendable () -> Void

  @inlinable
  init(
    _ part: @escaping @Sendable (inout Whole) -> Part?,
    observe:
      @escaping @Sendable (PartList<Whole>, Whole, @escaping Show) -> @Sendable () -> Void
  ) {
    self.part = part
    self.observe = observe
  }

  /// Creates a source that compares the part after every change of the whole.
  @inlinable
  static func found(_ part: @escaping @Sendable (inout Whole) -> Part?) -> Self {
    Self(part) { parts, _, show in
      let id = parts.add(nil) { state in
        if var new = part(&state) { show(&new) }
      }
      return { parts.remove(id) }
    }
  }

  /// Creates a source that compares the part when its bits change, if it is stored in the whole.
  @inlinable
  static func at(_ path: any KeyPath<Whole, Part> & Sendable) -> Self {
    guard let offset = MemoryLayout<Whole>.offset(of: path) else {
      return found { $0[keyPath: path] }
    }
    return Self({ $0[keyPath: path] }) { parts, now, show in
      let seen = SeenPart(now[keyPath: path])
      let id = parts.add(PartGlance(seen, at: offset)) { state in
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
    Self({ part($0[keyPath: path]) }) { parts, now, show in
      let group = parts.group(at: path, in: now)
      let id = group.parts.add(nil) { middle in
        if var new = part(middle) { show(&new) }
      }
      return { group.parts.remove(id) }
    }
  }
}

/// A part of a state, whose offset is resolved once, when its reducer is made.
///
/// A part that is stored in the state is read and changed in place. Any other part is read and
/// changed by its key path.
struct StatePart<Whole: Sendable, Part: Sendable>: Sendable {
  typealias Path = any WritableKeyPath<Whole, Part> & Sendable

  let path: Path
  private let offset: Int?

  init(_ path: Path) {
    self.path = path
    offset = MemoryLayout<Whole>.offset(of: path)
  }

  /// Reads or changes the part in place.
  @inline(__always)
  func access<R>(_ whole: inout Whole, _ body: (inout Part) -> R) -> R {
    guard let offset else { return body(&whole[keyPath: path]) }
    return access(at: &whole, offset, body)
  }

  @inline(__always)
  private func access<R>(
    at whole: UnsafeMutablePointer<Whole>,
    _ offset: Int,
    _ body: (inout Part) -> R
  ) -> R {
    let pointer = UnsafeMutableRawPointer(whole) + offset
    return body(&pointer.assumingMemoryBound(to: Part.self).pointee)
  }

  /// Reads the part in place; a computed part is not set.
  @inline(__always)
  func read<R>(_ whole: inout Whole, _ body: (inout Part) -> R) -> R {
    guard offset == nil else { return access(&whole, body) }
    var part = whole[keyPath: path]
    return body(&part)
  }
}

/// The running loads of a list by their tickets: at most one of the list and one at each end.
///
/// The loads have one type, which the owner knows, so that this is not generic.
struct RunningPages: Sendable {
  private struct Entry: Sendable {
    let id: UInt
    let load: any AnyObject & Sendable
  }

  private var entries: [Entry] = []

  mutating func add(_ load: any AnyObject & Sendable, _ id: UInt) {
    entries.append(Entry(id: id, load: load))
  }

  mutating func remove(_ id: UInt) { entries = entries.filter { $0.id != id } }

  /// The load with a ticket, of the type that was added.
  subscript(id: UInt) -> AnyObject? {
    for entry in entries where entry.id == id { return entry.load }
    return nil
  }
}

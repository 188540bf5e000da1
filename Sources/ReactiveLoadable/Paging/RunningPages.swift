/// The running loads of a list: at most one of the list and one at each end.
struct RunningPages: Sendable {
  private var loads: [RunningLoad] = []

  mutating func add(_ load: RunningLoad) { loads.append(load) }

  mutating func remove(_ id: UInt) { loads = loads.filter { $0.id != id } }

  /// The load with a ticket.
  subscript(id: UInt) -> RunningLoad? {
    for load in loads where load.id == id { return load }
    return nil
  }
}

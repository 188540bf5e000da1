import ReactiveLoadable

/// A scroll over more rows than fit into view, faster than the server answers.
///
/// Two loads are running when the other rows appear, the limit of the queue. The server holds them,
/// so that the order of the waiting loads is determined.
struct Flight: Sendable {
  let scroll: RowScroll
  /// The two rows that fly by and load first: one is answered, one is cancelled.
  let begun: (finished: Int, cutOff: Int)
  /// The rows in view that need a request, in the expected order: the last one first.
  let due: [Int]
  let gates = (finished: Gate(), cutOff: Gate(), first: Gate(), second: Gate())

  init?(_ scroll: RowScroll, of movies: [Movie]) {
    let passing = scroll.passing
    guard passing.count >= 2 else { return nil }
    self.scroll = scroll
    begun = (passing[0], passing[1])
    let isNew = scroll.gesture == .flung
    due = scroll.staying.filter { isNew || PosterKeeping(of: movies[$0]) != .anHour }
    guard due.count >= 2 else { return nil }
  }

  func begins(with place: Int) -> Bool { begun.finished == place || begun.cutOff == place }
  var requested: [Int] { [begun.finished, begun.cutOff] + due }
}

extension MoviesPlay {
  /// Makes all rows appear and disappear while the first two loads are running.
  func takeOff(_ flight: Flight) async {
    let (begun, gates) = (flight.begun, flight.gates)
    await hold(begun.finished, at: gates.finished)
    await hold(begun.cutOff, at: gates.cutOff)
    await hold(flight.due[0], at: gates.first)
    await hold(flight.due[1], at: gates.second)
    for step in flight.scroll.steps {
      guard case .appears(let place) = step, flight.begins(with: place) else {
        list.play(step)
        continue
      }
      let before = await context.server.requests.count
      list.play(step)
      await context.server.arrived(inAll: before + 1)
    }
  }

  /// Answers the first load, waits until the loads of the other rows that flew by are cancelled,
  /// and lets the rows in view load.
  func land(_ flight: Flight) async {
    let (before, loading) = (await context.server.requests.count, list.loading)
    flight.gates.finished.open()
    await context.server.arrived(inAll: before + 1)
    await endGrace(until: loading)
    await context.server.arrived(inAll: before + 2)
    flight.gates.second.open()
    await context.server.arrived(inAll: before + flight.due.count)
    flight.gates.first.open()
  }

  private func endGrace(until loading: Int) async {
    var sleeps = 0
    while library.activity.count > loading, !Task.isCancelled {
      if clock.sleeps != sleeps {
        sleeps = clock.sleeps
        clock.putForward(by: PosterLibrary.grace)
      }
      await context.pause(.milliseconds(2))
    }
  }
}

import ReactiveLoadable

/// A scroll over more rows than fit into view, faster than the server answers.
///
/// Two loads have begun when the others appear, as many as the queue lets work at once: the server
/// holds them, so that it is known what waits, and for what.
struct Flight: Sendable {
  let stretch: RowScroll.Stretch
  /// The rows whose loads have begun before the others appear; they fly by.
  let begun: (finished: Int, cutOff: Int)
  /// The rows in view that the server is asked for, in the order that is due: the last one first.
  let due: [Int]
  let gates = (finished: Gate(), cutOff: Gate(), first: Gate(), second: Gate())

  /// Nil for a scroll in which nothing flies by.
  init?(_ stretch: RowScroll.Stretch, of movies: [Movie]) {
    let passing = stretch.passing
    guard passing.count >= 2 else { return nil }
    self.stretch = stretch
    begun = (passing[0], passing[1])
    due = stretch.staying.filter {
      stretch.new.contains($0) || PosterKeeping(of: movies[$0]) != .anHour
    }
    guard due.count >= 2 else { return nil }
  }

  /// Whether a row is one of those whose loads begin before the others appear.
  func begins(with place: Int) -> Bool { begun.finished == place || begun.cutOff == place }

  /// The order in which the server must be asked.
  var asked: [Int] { [begun.finished, begun.cutOff] + due }
}

extension MoviesPlay {
  /// Lets all rows appear and disappear, the first two loads under way.
  func takeOff(_ flight: Flight) async {
    await hold(flight.begun.finished, at: flight.gates.finished)
    await hold(flight.begun.cutOff, at: flight.gates.cutOff)
    await hold(flight.due[0], at: flight.gates.first)
    await hold(flight.due[1], at: flight.gates.second)
    for step in flight.stretch.steps {
      guard case .appears(let place) = step, flight.begins(with: place) else {
        list.play(step)
        continue
      }
      let before = await context.server.requests.count
      list.play(step)
      await context.server.arrived(inAll: before + 1)
    }
  }

  /// Answers the first load, waits until those of the other rows that flew by have ended, and lets
  /// the rows in view load, for most of the time one after the other.
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

  /// Lets the time pass after which loads end that no row is interested in.
  private func endGrace(until loading: Int) async {
    var sleeps = 0
    while library.activity.count > loading, !Task.isCancelled {
      if clock.sleeps != sleeps {
        sleeps = clock.sleeps
        clock.putForward(by: PosterLibrary.grace)
      }
      try? await context.clock.sleep(for: .milliseconds(2))
    }
  }
}

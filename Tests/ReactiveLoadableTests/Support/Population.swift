/// The number of values that are alive.
final class Population: Sendable {
  private let count = Log<Int>()
  func add(_ change: Int) { count.note(change) }
  var alive: Int { count.entries.reduce(0, +) }
}

/// A value that is counted while it is alive.
final class Citizen: Sendable {
  private let population: Population

  init(of population: Population) {
    self.population = population
    population.add(1)
  }

  deinit { population.add(-1) }
}

/// A model with laws that hold after any steps in any order.
protocol ExploredWorld {
  associatedtype Step

  /// The steps that are possible now.
  var possibleSteps: [Step] { get }
  /// The first law that was broken.
  var broken: String? { get }

  mutating func take(_ step: Step)
}

/// All orders of steps up to a depth: their number, and the laws that the first failing ones break.
struct Exploration<World: ExploredWorld> {
  private(set) var orders = 0
  private(set) var broken: [String] = []
  private var path: [World.Step] = []

  init(_ world: World, depth: Int) {
    explore(world, depth)
  }

  private mutating func explore(_ world: World, _ depth: Int) {
    orders += 1
    guard depth > 0, broken.count < 10 else { return }
    for step in world.possibleSteps {
      path.append(step)
      var next = world
      next.take(step)
      if let law = next.broken { broken.append("\(law) after \(path)") }
      explore(next, depth - 1)
      path.removeLast()
    }
  }
}

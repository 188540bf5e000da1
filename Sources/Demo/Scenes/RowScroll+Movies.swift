extension RowScroll {
  /// What is played with the movies: six of forty rows are in view.
  ///
  /// The fling goes over rows that were never seen: they appear from the last to the first, and
  /// those that stay in view are the last to appear.
  static let movies = {
    var list = RowScroll(rows: 40, height: 6)
    list.rest(.opened)
    list.scroll(to: 6)
    list.rest(.scrolled)
    list.jump(to: 34)
    list.rest(.jumped)
    list.scroll(to: 12)
    list.rest(.flung)
    list.scroll(to: 34)
    list.rest(.returned)
    list.scroll(to: 0)
    list.rest(.home)
    return list
  }()

  /// What is played on a later day: the first two screens and the last one.
  static let again = {
    var list = RowScroll(rows: 40, height: 6)
    list.rest(.opened)
    list.scroll(to: 6)
    list.rest(.scrolled)
    list.jump(to: 34)
    list.rest(.jumped)
    return list
  }()

  /// What was in view at a rest, and what had happened since the one before.
  struct Stretch: Hashable, Sendable {
    var rest: Rest
    /// What happened to the rows, in order.
    var steps: [Step] = []
    /// The rows that appeared, in their order.
    var appeared: [Int] = []
    /// Those of them that had never appeared before.
    var new: [Int] = []
    /// The rows in view in the end, from the first to the last.
    var inView: [Int] = []
  }

  /// The steps from rest to rest.
  var stretches: [Stretch] {
    var (known, inView) = (Set<Int>(), Set<Int>())
    var (steps, appeared, new) = ([Step](), [Int](), [Int]())
    var stretches: [Stretch] = []
    for step in self.steps {
      steps.append(step)
      switch step {
      case .appears(let row):
        appeared.append(row)
        inView.insert(row)
        if known.insert(row).inserted { new.append(row) }
      case .disappears(let row): inView.remove(row)
      case .rests(let rest):
        stretches.append(
          Stretch(
            rest: rest,
            steps: steps.dropLast(),
            appeared: appeared,
            new: new,
            inView: inView.sorted()
          )
        )
        (steps, appeared, new) = ([], [], [])
      }
    }
    return stretches
  }
}

extension RowScroll.Stretch {
  /// The rows that appeared and disappeared again, in the order of their appearing.
  var passing: [Int] { appeared.filter { !inView.contains($0) } }

  /// The rows that appeared and stayed, the last one first.
  var staying: [Int] { appeared.reversed().filter(inView.contains) }
}

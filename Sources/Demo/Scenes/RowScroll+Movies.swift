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

  /// What was in view at a rest, and what had happened since the one before.
  struct Stretch: Hashable, Sendable {
    var rest: Rest
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
    var (appeared, new) = ([Int](), [Int]())
    var stretches: [Stretch] = []
    for step in steps {
      switch step {
      case .appears(let row):
        appeared.append(row)
        inView.insert(row)
        if known.insert(row).inserted { new.append(row) }
      case .disappears(let row): inView.remove(row)
      case .rests(let rest):
        stretches.append(
          Stretch(rest: rest, appeared: appeared, new: new, inView: inView.sorted())
        )
        (appeared, new) = ([], [])
      }
    }
    return stretches
  }
}

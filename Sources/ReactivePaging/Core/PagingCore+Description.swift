import ReactiveLoading

extension PagingCore: CustomStringConvertible {
  /// The phase, the settled state and the lists, for failing tests and a debugger.
  var description: String {
    let running =
      switch phase {
      case .settled: "settled"
      case .loading(let run): "loading \(run.listLoad), \(run.work.attempts)"
      case .closed: "closed"
      }
    let settled =
      switch settled {
      case .notRequested: "not requested"
      case .listed: "listed"
      case .failed(let listLoad): "failed \(listLoad)"
      }
    let lists = [list.map { "list \($0)" }] + cached.map { "cached \($0)" }
    return ([running, settled] + lists.compactMap(\.self)).joined(separator: "; ")
  }
}

extension PagingCore.ListLoad: CustomStringConvertible {
  var description: String {
    let pages = draftPages.map { ", \($0) of \(goal) pages" } ?? ", \(goal) pages"
    return "\(cause) of key \(key)\(pages)\(isOutdated ? ", outdated" : "")"
  }
}

extension PagingCore.List: CustomStringConvertible {
  var description: String {
    let row = visible.map { ", row \($0) visible" } ?? ""
    let ends = "start \(ends.start), end \(ends.end)"
    return "\(count) items of key \(key) in \(pages) pages, \(ends)\(row)"
  }
}

extension PagingCore.EndState: CustomStringConvertible {
  var description: String {
    switch phase {
    case .settled: "\(settled)"
    case .waiting(let load): "\(settled), load \(load) waits"
    case .loading(let work): "\(settled), load \(work.load), \(work.attempts)"
    }
  }
}

extension AttemptCycle: CustomStringConvertible {
  var description: String {
    "\(isWaiting ? "delay" : "attempt") \(ticket), \(retries) retries"
  }
}

import ArgumentParser
import Measuring
import ReactiveLoadable

/// Checks the budgets of the models that views draw, and compares them with classes written by hand.
///
/// All work runs on the main actor, without a task unless its name says so: so a system calls the
/// closure of a button, or the data source of a list.
@main
struct ModelBenchmarks: ParsableCommand {
  @OptionGroup var options: MeasuringOptions

  func run() throws {
    if try options.count(Counted.self) { return }
    var report = Report()
    let times = race(Counted.allCases.filter(\.isTimed).map(\.contender))
    for work in Counted.allCases where work.isTimed {
      report.note(work.name, times[work.rawValue, default: 0], " ns")
    }
    if !options.timesOnly { try countInstructions(&report) }
    print(report.text)
    if !report.isKept { throw ExitCode.failure }
  }

  private func countInstructions(_ report: inout Report) throws {
    for work in Counted.allCases {
      let cost = try work.cost()
      report.note(work.name, cost.instructions, " instructions")
      report.note(work.name, cost.allocations, " allocations")
    }
  }
}

/// Work whose instructions are counted in a separate process.
enum Counted: String, CaseIterable, CountedWork {
  case readLoader, readPaged, readKeyed, readStore, readLoading, readRequest, readByHand
  case set, setInTask, setByHand
  case show, showByHand
  case create
  case sinkOnMainActor, sinkOnMainActorInTask, sink
  case loaderSinkOnMainActor, loaderSink
  case subscribeOnMainActor, subscribe

  var name: String {
    switch self {
    case .readLoader: "the state of a LoaderModel, read"
    case .readPaged: "the state of a PagedModel, read"
    case .readKeyed: "the state of a KeyedModel, read"
    case .readStore: "the state of a StoreModel, read"
    case .readLoading: "the state of a LoadingModel, read"
    case .readRequest: "the request of a LoadingModel, read"
    case .readByHand: "the state of an @Observable class, read"
    case .set: "the state of a LoaderModel, set by its loader"
    case .setInTask: "the same in a task of the main actor"
    case .setByHand: "the state of an @Observable class, set by a loader"
    case .show: "a cached key shown by a KeyedModel"
    case .showByHand: "a relay shown by an @Observable class"
    case .create: "a LoaderModel created, appear, disappear"
    case .sinkOnMainActor: "an Int accepted, 1 sink on the main actor"
    case .sinkOnMainActorInTask: "the same in a task of the main actor"
    case .sink: "an Int accepted, 1 sink"
    case .loaderSinkOnMainActor: "a value of a loader, 1 sink on the main actor"
    case .loaderSink: "a value of a loader, 1 sink"
    case .subscribeOnMainActor: "a sink on the main actor, created and cancelled"
    case .subscribe: "a sink, created and cancelled"
    }
  }

  var repetitions: Int { 500 }

  /// False for work in a task, which needs the end of the preceding work on the main actor.
  var isTimed: Bool { self != .setInTask && self != .sinkOnMainActorInTask }

  var contender: Contender { Contender(rawValue, repetitions: 5_000, run: work) }

  var work: (Int) -> Void {
    let work = MainActor.assumeIsolated { isolatedWork }
    return { count in MainActor.assumeIsolated { work(count) } }
  }

  @MainActor private var isolatedWork: @MainActor (Int) -> Void {
    switch self {
    case .readLoader: Reading.loaderModel()
    case .readPaged: Reading.pagedModel()
    case .readKeyed: Reading.keyedModel()
    case .readStore: Reading.storeModel()
    case .readLoading: Reading.loadingModel()
    case .readRequest: Reading.request()
    case .readByHand: Reading.byHand()
    case .set: Setting.model()
    case .setInTask: inTask(Setting.model())
    case .setByHand: Setting.byHand()
    case .show: Showing.model()
    case .showByHand: Showing.byHand()
    case .create: Showing.creating()
    case .sinkOnMainActor: Sinking.acceptOnMainActor()
    case .sinkOnMainActorInTask: inTask(Sinking.acceptOnMainActor())
    case .sink: Sinking.accept()
    case .loaderSinkOnMainActor: Sinking.setOnMainActor()
    case .loaderSink: Sinking.set()
    case .subscribeOnMainActor: Sinking.subscribeOnMainActor()
    case .subscribe: Sinking.subscribe()
    }
  }
}

/// Returns work that runs in a task of the main actor, which starts at once.
@MainActor
private func inTask(_ work: @escaping @MainActor (Int) -> Void) -> @MainActor (Int) -> Void {
  { count in Task.atOnce { @MainActor in work(count) } }
}

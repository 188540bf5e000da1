/// A small stand-in with the API of RxSwift and RxTest that the article uses.
///
/// It compiles and runs the examples of the article. Written from the documentation of RxTest; one
/// time unit is a second.
enum RxTest {
  enum Event<Element> {
    case next(Element)
    case completed
  }

  struct Recorded<Value> {
    let time: Int
    let value: Value

    static func next<T>(_ time: Int, _ element: T) -> Recorded<Event<T>> where Value == Event<T> {
      Recorded(time: time, value: .next(element))
    }

    static func completed<T>(_ time: Int, _ type: T.Type = T.self) -> Recorded<Event<T>>
    where Value == Event<T> {
      Recorded(time: time, value: .completed)
    }
  }

  struct Subscription: Equatable {
    let subscribe: Int
    var unsubscribe = Int.max

    init(_ subscribe: Int, _ unsubscribe: Int = .max) {
      (self.subscribe, self.unsubscribe) = (subscribe, unsubscribe)
    }
  }

  /// Ends a subscription, at most once.
  final class Disposable {
    private var end: (() -> Void)?
    init(_ end: @escaping () -> Void = {}) { self.end = end }

    func dispose() {
      let end = end
      self.end = nil
      end?()
    }
  }

  class Observable<Element> {
    typealias Observer = (Event<Element>) -> Void
    private let start: (@escaping Observer) -> Disposable
    init(_ start: @escaping (@escaping Observer) -> Disposable) { self.start = start }

    /// Forwards events until the end or the disposal.
    func on(_ observer: @escaping Observer) -> Disposable {
      var isOver = false
      var source: Disposable?
      let end = Disposable {
        isOver = true
        source?.dispose()
      }
      source = start { event in
        guard !isOver else { return }
        observer(event)
        if case .completed = event { end.dispose() }
      }
      if isOver { source?.dispose() }
      return end
    }

    func subscribe(_ observer: TestableObserver<Element>) -> Disposable { on(observer.record) }
  }

  /// An observable with its subscriptions.
  final class TestableObservable<Element>: Observable<Element> {
    private let log: Log
    fileprivate init(_ log: Log, _ start: @escaping (@escaping Observer) -> Disposable) {
      self.log = log
      super.init(start)
    }
    var subscriptions: [Subscription] { log.entries }
  }

  final class TestableObserver<Element> {
    private let clock: () -> Int
    private(set) var events: [Recorded<Event<Element>>] = []
    fileprivate init(_ clock: @escaping () -> Int) { self.clock = clock }
    fileprivate func record(_ event: Event<Element>) {
      events.append(Recorded(time: clock(), value: event))
    }
  }

  final class BehaviorSubject<Element> {
    private var value: Element
    private var observers: [(Event<Element>) -> Void] = []
    init(value: Element) { self.value = value }

    func onNext(_ element: Element) {
      value = element
      for observer in observers { observer(.next(element)) }
    }

    func subscribe(_ observer: TestableObserver<Element>) -> Disposable {
      observer.record(.next(value))
      observers.append(observer.record)
      return Disposable { [self] in observers = [] }
    }
  }

  fileprivate final class Log {
    var entries: [Subscription] = []
    func begin(_ clock: @escaping () -> Int) -> Disposable {
      let index = entries.count
      entries.append(Subscription(clock()))
      return Disposable { self.entries[index].unsubscribe = clock() }
    }
  }

  final class TestScheduler {
    private(set) var clock: Int
    private var actions: [(time: Int, sequence: Int, run: () -> Void)] = []
    private var count = 0
    init(initialClock: Int) { clock = initialClock }

    func scheduleAt(_ time: Int, action: @escaping () -> Void) {
      count += 1
      actions.append((max(time, clock), count, action))
    }

    func start() {
      while let next = actions.min(by: { ($0.time, $0.sequence) < ($1.time, $1.sequence) }) {
        actions.removeAll { $0.sequence == next.sequence }
        clock = next.time
        next.run()
      }
    }

    func start<Element>(create: @escaping () -> Observable<Element>) -> TestableObserver<Element> {
      let observer = createObserver(Element.self)
      var (source, subscription): (Observable<Element>?, Disposable?)
      scheduleAt(100) { source = create() }
      scheduleAt(200) { subscription = source?.subscribe(observer) }
      scheduleAt(1000) { subscription?.dispose() }
      start()
      return observer
    }

    func createObserver<Element>(_ type: Element.Type) -> TestableObserver<Element> {
      TestableObserver { [self] in clock }
    }

    func createHotObservable<Element>(
      _ events: [Recorded<Event<Element>>]
    )
      -> TestableObservable<Element>
    {
      var observers: [Int: (Event<Element>) -> Void] = [:]
      for event in events {
        scheduleAt(event.time) { for observer in observers.values { observer(event.value) } }
      }
      let log = Log()
      return TestableObservable(log) { [self] observer in
        count += 1
        let (key, entry) = (count, log.begin { self.clock })
        observers[key] = observer
        return Disposable {
          observers[key] = nil
          entry.dispose()
        }
      }
    }

    func createColdObservable<Element>(
      _ events: [Recorded<Event<Element>>]
    )
      -> TestableObservable<Element>
    {
      let log = Log()
      return TestableObservable(log) { [self] observer in
        for event in events { scheduleAt(clock + event.time) { observer(event.value) } }
        return log.begin { self.clock }
      }
    }
  }

  enum TimeInterval { case seconds(Int) }
}

extension RxTest.Event: Equatable where Element: Equatable {}
extension RxTest.Recorded: Equatable where Value: Equatable {}

extension RxTest.Observable {
  func debounce(
    _ time: RxTest.TimeInterval,
    scheduler: RxTest.TestScheduler
  )
    -> RxTest.Observable<Element>
  {
    guard case .seconds(let seconds) = time else { return self }
    return RxTest.Observable { [self] observer in
      var (newest, pending): (Int, Element?) = (0, nil)
      func flush() {
        if let element = pending { observer(.next(element)) }
        pending = nil
      }
      return on { event in
        switch event {
        case .next(let element):
          newest += 1
          pending = element
          let number = newest
          scheduler.scheduleAt(scheduler.clock + seconds) { if number == newest { flush() } }
        case .completed:
          flush()
          observer(.completed)
        }
      }
    }
  }

  func flatMapLatest<Result>(
    _ transform: @escaping (Element) -> RxTest.Observable<Result>
  )
    -> RxTest.Observable<Result>
  {
    RxTest.Observable<Result> { [self] observer in
      var inner: RxTest.Disposable?
      let outer = on { event in
        guard case .next(let element) = event else { return }
        inner?.dispose()
        inner = transform(element).on { if case .next = $0 { observer($0) } }
      }
      return RxTest.Disposable {
        outer.dispose()
        inner?.dispose()
      }
    }
  }
}

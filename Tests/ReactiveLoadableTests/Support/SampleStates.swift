import ReactiveLoadable

enum SampleError: Error, Hashable, Codable { case first, second }

typealias SampleState = Loadable<Int, SampleError>

/// One of every kind of state: with and without a previous value, every cause, progress, attempts.
let sampleStates: [SampleState] =
  [.notRequested, .loaded(1), .loaded(2)]
  + [nil, 1].flatMap { previous in
    LoadCause.allCases.flatMap { cause -> [SampleState] in
      [
        .loading(Loading(previous: previous, cause: cause)),
        .loading(Loading(previous: previous, cause: cause, attempt: 2, progress: 0.25)),
        .loading(Loading(previous: previous, cause: cause, attempt: 1, progress: 0.75)),
        .failed(.first, previous: previous, cause: cause),
        .failed(.second, previous: previous, cause: cause),
      ]
    }
  }

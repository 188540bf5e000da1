/// The beginnings of mangled names by which a report recognizes functions.
///
/// Nothing connects them to the declarations, so a test compares each with the mangled name of its
/// type.
extension CalledFunction {
  /// The modules whose functions are never of the code under test.
  package static let ownModules: Set = [
    "ReactiveGround", "MarbleEngine", "MarbleReport", "MarbleTesting",
  ]

  package static let run = "$s12MarbleEngine3RunC"
  package static let runner = "$s13MarbleTesting6RunnerV"
  /// The function that performs steps and plays inputs.
  package static let step = run + "4wake"

  package static let cancellable = "$s11OpenCombine14AnyCancellableC"
  /// The publishers that complete after a fixed list of values.
  package static let fixedPublishers = [
    "$s11OpenCombine4JustV", "$s11OpenCombine5EmptyV", "$s11OpenCombine4FailV",
    "$s11OpenCombine6RecordV", "$s11OpenCombine10PublishersO8SequenceV", "$sSq11OpenCombineE",
    "$ss6ResultO11OpenCombineE",
  ]
  /// The functions of Combine, also those that it adds to optionals and results.
  package static let combine = [
    "$s11OpenCombine", "$sSq11OpenCombine", "$ss6ResultO11OpenCombine", "$s12CombineShim",
    "$sSq12CombineShim", "$ss6ResultO12CombineShim",
  ]

  package func begins(with names: [String]) -> Bool { names.contains(where: name.hasPrefix) }
}

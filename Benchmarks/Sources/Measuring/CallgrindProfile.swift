import Foundation

/// The instructions, the allocations and the jobs, from a profile of callgrind.
struct CallgrindProfile {
  private(set) var instructions = 0.0
  private(set) var allocations = 0.0
  private(set) var jobs = 0.0
  private(set) var instructionsInJobs = 0.0
  private var names: [Substring: Substring] = [:]
  private var callee: Substring = ""
  /// True if the next line is the cost of a job.
  private var isCostOfJob = false
  private static let allocators: Set<Substring> = [
    "malloc", "calloc", "realloc", "posix_memalign", "aligned_alloc",
  ]

  private init(_ text: String) {
    for line in text.split(separator: "\n") { read(line) }
  }

  private mutating func read(_ line: Substring) {
    if isCostOfJob {
      instructionsInJobs += line.split(separator: " ").last.flatMap { Double($0) } ?? 0
      isCostOfJob = false
    } else if line.hasPrefix("cfn=") {
      callee = name(line.dropFirst(4))
    } else if line.hasPrefix("fn=") {
      _ = name(line.dropFirst(3))
    } else if line.hasPrefix("calls=") {
      count(Double(line.dropFirst(6).prefix { $0 != " " }) ?? 0)
    } else if line.hasPrefix("totals:") {
      instructions = Double(line.dropFirst(7).trimmingPrefix(" ")) ?? 0
    }
  }

  private mutating func count(_ calls: Double) {
    if Self.allocators.contains(callee) { allocations += calls }
    if callee == "swift_job_run" {
      jobs += calls
      isCostOfJob = true
    }
  }

  /// Resolves a name, which is `(7) malloc` at first and only `(7)` later.
  private mutating func name(_ text: Substring) -> Substring {
    let parts = text.split(separator: " ", maxSplits: 1)
    if parts.count == 2 { names[parts[0]] = parts[1].prefix { $0 != "'" && $0 != "@" } }
    return names[parts[0]] ?? ""
  }
}

extension CallgrindProfile {
  /// Runs a copy of a benchmark that performs only `work`, and returns its two counts.
  static func run(
    _ work: String,
    in program: String
  ) throws -> (short: CallgrindProfile, long: CallgrindProfile, repetitions: Int) {
    let program = URL(filePath: program)
    // In the folder of the program, where the copy finds its dynamic libraries.
    let copy = program.appendingPathExtension(UUID().uuidString)
    let file = copy.appendingPathExtension("callgrind")
    // The third file has the counts after the last write.
    let files = [file.appendingPathExtension("1"), file.appendingPathExtension("2"), file]
    defer { for file in files + [copy] { try? FileManager.default.removeItem(at: file) } }
    // NB: valgrind cannot read the debug information of Swift 6.3, so it counts a stripped copy.
    _ = try output(of: ["strip", "--strip-debug", "-o", copy.path, program.path])
    let command = [
      "valgrind", "--tool=callgrind", "--instr-atstart=no", "--log-file=/dev/null",
      "--callgrind-out-file=\(file.path)", copy.path, "--count", work,
    ]
    let printed = try output(of: command).trimmingCharacters(in: .whitespacesAndNewlines)
    guard let repetitions = Int(printed) else { throw CommandFailure(command: command) }
    let profiles = try files.prefix(2).map {
      CallgrindProfile(try String(contentsOf: $0, encoding: .utf8))
    }
    return (profiles[0], profiles[1], repetitions)
  }
}

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
  /// Runs a copy of this program that performs only `work`.
  static func run(_ work: String, _ repetitions: Int) throws -> CallgrindProfile {
    let program = URL(filePath: CommandLine.arguments[0])
    // In the folder of the program, where the copy finds its dynamic libraries.
    let copy = program.appendingPathExtension("\(ProcessInfo.processInfo.processIdentifier)")
    let output = copy.appendingPathExtension("callgrind")
    defer { for file in [copy, output] { try? FileManager.default.removeItem(at: file) } }
    // NB: valgrind cannot read the debug information of Swift 6.3, so it counts a stripped copy.
    try run("strip", "--strip-debug", "-o", copy.path, program.path)
    try run(
      "valgrind",
      "--tool=callgrind",
      "--callgrind-out-file=\(output.path)",
      copy.path,
      "--count",
      work,
      "--repetitions",
      "\(repetitions)"
    )
    return CallgrindProfile(try String(contentsOf: output, encoding: .utf8))
  }

  private static func run(_ command: String...) throws {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = command
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw Failure(command: command) }
  }

  struct Failure: Error {
    let command: [String]
  }
}

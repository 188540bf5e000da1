// Checks the words of documents, comments, messages and test names, and samples: see Scripts/words.sh.
import Foundation

struct Phrase {
  let pattern: NSRegularExpression
  let instead: String
}

struct Finding {
  let file: String
  let line: Int
  let rule: String
  let text: String
}

// MARK: - Rules

let folder = "Scripts/Words"
let phrases = entries(ofFile: "\(folder)/banned.txt").map { entry in
  let parts = entry.components(separatedBy: "\t")
  return Phrase(
    pattern: regex("(?<![-\\w`])(?:\(parts[0]))(?![-\\w`])", .caseInsensitive),
    instead: parts.count > 1 ? parts[1] : ""
  )
}
let allowed = Set(entries(ofFile: "\(folder)/allowed.txt"))
let opening = regex("^(What|How|Whether|Who|Whose|Has|Have|Lets|Tells)\\b[^?]*$")
let sentence = regex("(?:^|[.:;!?] )(What|How|Whether|Who|Whoever)\\b")
let link = regex("<doc:[^>]*#[^>]*>")
let number = regex(
  "\\([A-Z][0-9]{1,2}(, [A-Z][0-9]{1,2})*\\)|(?<!of )contracts? [A-Z][0-9]{1,2}\\b(?! of)"
)

// A `sink` of a sample calls its closure on the thread of a load. It may print and record, but not draw.
// A property that `@Published` publishes, as in `row.$state.sink`, belongs to an object of the main actor.
let sink = regex("(?<!\\$\\w{1,40})\\.sink\\b(?!OnMainActor)\\s*[({].*$")
let harmless = regex(
  "\\b(print|append|accept|note|record|yield|load|keep)\\b|\\{ *_ in *\\}|\\.sink\\(\\.\\.\\.\\)"
)

// MARK: - Checks

struct Checker {
  let articles: Articles
  let symbols: Symbols
  private(set) var findings: [Finding] = []
  private(set) var counts: [String: Int] = [:]

  init(of files: [String]) {
    articles = Articles(of: files)
    symbols = Symbols(of: files)
  }

  mutating func check(_ file: String) {
    let lines = lines(ofFile: file)
    let isSource = file.hasSuffix(".swift")
    let isInSources = file.hasPrefix("Sources/")
    let hasMessages = ["Sources/", "Tests/", "Benchmarks/"].contains { file.hasPrefix($0) }
    let prose = isSource ? source(lines, strings: hasMessages) : document(lines)
    for item in prose {
      checkPhrases(item, of: file)
      if isSource && isInSources && item.isOpening { checkOpening(item, of: file) }
    }
    if isSource && isInSources { checkDocComments(lines, of: file) }
    checkSinks(samples(lines, of: file), of: file)
  }

  /// A closure that ends on its first line is judged by it, any other one with the four lines after it.
  private mutating func checkSinks(_ samples: [(line: Int, text: String)], of file: String) {
    for (index, sample) in samples.enumerated() {
      for match in sink.matches(sample.text) {
        let code = trailingComment.replacingMatches(in: match, with: "")
        let isOneLine = code.filter { $0 == "{" }.count == code.filter { $0 == "}" }.count
        let closure =
          isOneLine ? code : samples[index...].prefix(5).map(\.text).joined(separator: " ")
        if !harmless.matches(closure).isEmpty || allowed.contains("\(file): \(match)") { continue }
        add("a sample that draws uses sinkOnMainActor", sample.text, at: sample.line, of: file)
      }
    }
  }

  private mutating func checkPhrases(_ item: Prose, of file: String) {
    let kind = file.hasSuffix(".swift") ? "comments" : "documents"
    for phrase in phrases {
      for match in phrase.pattern.matches(item.text) {
        counts["banned phrases in \(kind)", default: 0] += 1
        if allowed.contains("\(file): \(match)") || allowed.contains("*: \(match)") { continue }
        let instead = phrase.instead.isEmpty ? "" : " (instead: \(phrase.instead))"
        add("“\(match)”\(instead)", item.text, at: item.line, of: file)
      }
    }
    for match in sentence.matches(item.text) {
      counts["sentences with \(match.filter(\.isLetter)) in \(kind)", default: 0] += 1
    }
  }

  private mutating func checkOpening(_ item: Prose, of file: String) {
    guard !opening.matches(item.text).isEmpty else { return }
    add("a doc comment begins with the noun or the verb", item.text, at: item.line, of: file)
  }

  private mutating func checkDocComments(_ lines: [String], of file: String) {
    for (index, line) in lines.enumerated() where line.trimmed.hasPrefix("///") {
      if line.count > 100 && !line.contains("http") && !line.contains("<doc:") {
        counts["doc comment lines over 100 columns", default: 0] += 1
        add("\(line.count) columns, at most 100", line, at: index + 1, of: file)
      }
      for match in number.matches(line) {
        add("the number of a contract is a link to its heading", match, at: index + 1, of: file)
      }
      for match in link.matches(line) where !articles.contain(match, in: file) {
        add("no such heading", match, at: index + 1, of: file)
      }
      for match in symbolLink.matches(line) where !symbols.contain(match) {
        add("no module in Sources declares this name", match, at: index + 1, of: file)
      }
    }
  }

  private mutating func add(_ rule: String, _ text: String, at line: Int, of file: String) {
    findings.append(Finding(file: file, line: line, rule: rule, text: text))
  }
}

let arguments = CommandLine.arguments.dropFirst()
let files = arguments.filter { !$0.hasPrefix("--") }
var checker = Checker(of: files)
for file in files { checker.check(file) }
if arguments.contains("--count") {
  for (name, count) in checker.counts.sorted(by: { $0.key < $1.key }) { print("\(count)\t\(name)") }
} else {
  for finding in checker.findings {
    print("\(finding.file):\(finding.line): \(finding.rule)\n    \(finding.text.trimmed)")
  }
}
print("\(checker.findings.count) findings in \(files.count) files")
exit(checker.findings.isEmpty || arguments.contains("--count") ? 0 : 1)

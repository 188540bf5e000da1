// swift-format-ignore-file
// Printed by PrintedValueTests.swift.

import Foundation
import LoadableTesting
import Testing

@MainActor @Test func `values 0`() {
  marbles(frame: .milliseconds(10), until: .milliseconds(10)) { m in
    // Uses the memberwise initializers of PrintedSample; pass a SwiftExpression for a type with another one, or with a private property
    let sample: PrintedSample = PrintedSample(text: "\u{301}B\u{E0041}\\\u{B}'", letter: "\0", part: Substring("\u{2060}اא"), numbers: [-Double.infinity, -0.0, Double(bitPattern: 1)], small: 0.0, count: 13, large: 17146877070824583018, date: Date(timeIntervalSinceReferenceDate: 0.1), id: UUID(uuidString: "00000000-0000-0000-0000-193653531241")!, link: URL(string: "https://a.b/10619068946664148859?q=%0A%E2%80%A8")!, price: Decimal(string: "8618.809")!, delay: Duration(secondsComponent: 8, attosecondsComponent: 0), data: Data(base64Encoded: "AAE=")!, names: [" B ", "", "\u{AD}\n\0\u{301}\t", "👨\0\u{AD}\u{61C}("], counts: ["￼(a\u{3164}\u{200E}#": [74, 80, 92, 95]], list: [0], nested: nil, kind: PrintedSample.Kind.`two words`(label: ["\r"]), state: .failed(SampleFault.broken), page: Page([13], next: .some(nil)), range: (-3..<13), closed: (-1.5...Double.infinity), slice: [2, 3], result: Result<Int8, SampleFault>.failure(SampleFault.broken))
    let pairs: KeyValuePairs<String, Optional<Int>> = [:]
    let fault: URLError = URLError(.notConnectedToInternet)
    let model = m.keep(ValueModel(seed: 0, sample, pairs, fault))
    // The lane 'differences', 1 entry
    m.expect(model.differences, "b", ["b": []])
  }
}

@MainActor @Test func `values 1`() {
  marbles(frame: .milliseconds(10), until: .milliseconds(10)) { m in
    // Uses the memberwise initializers of PrintedSample; pass a SwiftExpression for a type with another one, or with a private property
    let sample: PrintedSample = PrintedSample(text: "\u{2069}\u{E0041}\u{34F}", letter: "\u{3000}", part: Substring("\u{E000}"), numbers: [1e+16, Double.infinity, -1e-300], small: -0.0, count: -88, large: 3081251696030599739, date: Date(timeIntervalSinceReferenceDate: Double.infinity), id: UUID(uuidString: "00000000-0000-0000-0000-541741120241")!, link: URL(string: "https://a.b/12575237177726700014?q=%20%20%D7%90%5C%0D7")!, price: Decimal(string: "310.398")!, delay: Duration(secondsComponent: 4, attosecondsComponent: 0), data: Data(base64Encoded: "")!, names: ["\t(\u{B}🏽\u{A0}\"", "\u{200D}\u{200D}\u{AD}\u{34F}\n\u{115F}", "\u{2060}\0\u{2029}￼\u{FEFF}\u{B}", "\u{2069}\u{FE0F}\u{202E}", "\u{FFFF}"], counts: [")🏽\u{FFFF}\u{115F}": [53, 6, 72, 75]], list: [0], nested: nil, kind: PrintedSample.Kind.plain, state: .notRequested, page: Page([-88], next: "\u{301}"), range: (-3..<88), closed: (-1.5...Double.infinity), slice: [2, 3], result: Result<Int8, SampleFault>.failure(SampleFault.broken))
    let pairs: KeyValuePairs<String, Optional<Int>> = ["\u{2069}\u{E0041}\u{34F}": 1, "a": nil, "\u{2069}\u{E0041}\u{34F}": 2]
    let fault: URLError = URLError(.timedOut)
    let model = m.keep(ValueModel(seed: 1, sample, pairs, fault))
    // The lane 'differences', 1 entry
    m.expect(model.differences, "a", ["a": []])
  }
}

@MainActor @Test func `values 2`() {
  marbles(frame: .milliseconds(10), until: .milliseconds(10)) { m in
    // Uses the memberwise initializers of PrintedSample; pass a SwiftExpression for a type with another one, or with a private property
    let sample: PrintedSample = PrintedSample(text: "\u{2069}\u{200D}\u{3000}\t", letter: "\u{2066}", part: Substring("\u{2066}"), numbers: [1e+16, 1e+16, Double.infinity], small: 1e+16, count: -13, large: 3751901358049604121, date: Date(timeIntervalSinceReferenceDate: -0.0), id: UUID(uuidString: "00000000-0000-0000-0000-775930942420")!, link: URL(string: "https://a.b/6969651558516219218?q=7")!, price: Decimal(string: "548.241")!, delay: Duration(secondsComponent: -2, attosecondsComponent: 0), data: Data(base64Encoded: "AAEC")!, names: ["\n\u{7F}\u{FFFF}\u{7F}", "\u{10FFFF}\u{FEFF}'", "\u{2069}\u{115F}\u{200E}a\t￼", "a", "|\u{E000}'a\u{202E}\u{FEFF}"], counts: ["\u{61C}\u{3000}\u{B}": [23, 59]], list: [0], nested: .some(nil), kind: PrintedSample.Kind.plain, state: .failed(SampleFault.broken), page: Page([-13], next: ""), range: (-3..<13), closed: (-1.5...Double.infinity), slice: [2, 3], result: Result<Int8, SampleFault>.success(-13))
    let pairs: KeyValuePairs<String, Optional<Int>> = ["\u{2069}\u{200D}\u{3000}\t": 1, "a": nil, "\u{2069}\u{200D}\u{3000}\t": 2]
    let fault: URLError = URLError(.badURL)
    let model = m.keep(ValueModel(seed: 2, sample, pairs, fault))
    // The lane 'differences', 1 entry
    m.expect(model.differences, "a", ["a": []])
  }
}

@MainActor @Test func `values 3`() {
  marbles(frame: .milliseconds(10), until: .milliseconds(10)) { m in
    // Uses the memberwise initializers of PrintedSample; pass a SwiftExpression for a type with another one, or with a private property
    let sample: PrintedSample = PrintedSample(text: "", letter: "\u{200E}", part: Substring(""), numbers: [Double(bitPattern: 1), -1e-300, Double(bitPattern: 1)], small: -Float.infinity, count: 127, large: 8857471719570398452, date: Date(timeIntervalSinceReferenceDate: 1e+16), id: UUID(uuidString: "00000000-0000-0000-0000-231234309212")!, link: URL(string: "https://a.b/14736924128774886378?q=%22'")!, price: Decimal(string: "1759.864")!, delay: Duration(secondsComponent: 6, attosecondsComponent: 0), data: Data(base64Encoded: "AAECAwQFBgcI")!, names: ["", "#\u{200E}\u{FFFF}|", "\u{301}|\u{61C}\u{202E}\u{A0}\u{85}", "ا", "￼\u{2060}\u{2066}#"], counts: ["￼\u{B}\u{200B}\u{FFFF}": [1, 15, 54, 68]], list: [0, nil], nested: .some(nil), kind: PrintedSample.Kind.pair("\u{301})", name: PrintedSample.Kind.pair("\u{85}\u{7F}#\u{FFFF}", name: PrintedSample.Kind.`default`(-9057248587870891113))), state: .loading(Loading(previous: ["ا\u{FFFF}"], cause: .refresh)), page: Page([127], next: "|\u{AD}\u{3164}"), range: (-3..<127), closed: (-1.5...Double.infinity), slice: [2, 3], result: Result<Int8, SampleFault>.success(127))
    let pairs: KeyValuePairs<String, Optional<Int>> = [:]
    let fault: URLError = URLError(.unknown)
    let model = m.keep(ValueModel(seed: 3, sample, pairs, fault))
    // The lane 'differences', 1 entry
    m.expect(model.differences, "b", ["b": []])
  }
}

@MainActor @Test func `values 4`() {
  marbles(frame: .milliseconds(10), until: .milliseconds(10)) { m in
    // Uses the memberwise initializers of PrintedSample; pass a SwiftExpression for a type with another one, or with a private property
    let sample: PrintedSample = PrintedSample(text: "\u{FFFF}￼א", letter: "\u{200D}", part: Substring("'\u{115F}\u{E000}"), numbers: [-Double.infinity, -1e-300, -Double.infinity], small: 0.0, count: 81, large: 11212924199586994491, date: Date(timeIntervalSinceReferenceDate: -0.0), id: UUID(uuidString: "00000000-0000-0000-0000-630949188998")!, link: URL(string: "https://a.b/2479318429112541562?q=a%E2%80%8E")!, price: Decimal(string: "-7346.125")!, delay: Duration(secondsComponent: 1, attosecondsComponent: 0), data: Data(base64Encoded: "AAECAwQFBgcI")!, names: ["7\u{B}'\u{FFFF}￼\u{200E}", "\u{34F}👨\u{85}\u{3000}\u{61C}\u{115F}", "\u{FEFF}#\u{2069}\u{E0041}a\n", "ا", "￼\0\u{2029}"], counts: ["\u{2066}": [13, 67, 84, 88]], list: [], nested: .some(nil), kind: PrintedSample.Kind.`default`(-6239230684464324108), state: .loading(Loading(previous: [""], cause: .refresh)), page: Page([81], next: .some(nil)), range: (-3..<81), closed: (-1.5...Double.infinity), slice: [2, 3], result: Result<Int8, SampleFault>.failure(SampleFault.broken))
    let pairs: KeyValuePairs<String, Optional<Int>> = ["\u{FFFF}￼א": 1, "a": nil, "\u{FFFF}￼א": 2]
    let fault: URLError = URLError(.notConnectedToInternet)
    let model = m.keep(ValueModel(seed: 4, sample, pairs, fault))
    // The lane 'differences', 1 entry
    m.expect(model.differences, "a", ["a": []])
  }
}

@MainActor @Test func `values 5`() {
  marbles(frame: .milliseconds(10), until: .milliseconds(10)) { m in
    // Uses the memberwise initializers of PrintedSample; pass a SwiftExpression for a type with another one, or with a private property
    let sample: PrintedSample = PrintedSample(text: "\u{3000}\0", letter: "\u{202E}", part: Substring("\u{A0}"), numbers: [1500000000.0, -1e-300, 1e+16], small: Float.infinity, count: -89, large: 2521712920250132284, date: Date(timeIntervalSinceReferenceDate: Double(bitPattern: 1)), id: UUID(uuidString: "00000000-0000-0000-0000-385709173517")!, link: URL(string: "https://a.b/17610715268997278231?q=%EF%B8%8F%D8%9C)%CD%8F%5C%F4%8F%BF%BF")!, price: Decimal(string: "-6398.387")!, delay: Duration(secondsComponent: 7, attosecondsComponent: 0), data: Data(base64Encoded: "AA==")!, names: ["", "#", "\u{2028}\u{61C}\r", "\u{A0}\u{E0041}\u{2066}\u{85}\u{34F}\\", "👨\\\u{61C}\u{FEFF}"], counts: ["\u{3000}|\u{10FFFF}(": [38, 41, 47, 6]], list: [0, nil, 2], nested: true, kind: PrintedSample.Kind.`default`(7419479482384258925), state: .loaded(["a\u{E000}"]), page: Page([-89], next: .some(nil)), range: (-3..<89), closed: (-1.5...Double.infinity), slice: [2, 3], result: Result<Int8, SampleFault>.success(-89))
    let pairs: KeyValuePairs<String, Optional<Int>> = ["\u{3000}\0": 1, "a": nil, "\u{3000}\0": 2]
    let fault: URLError = URLError(.timedOut)
    let model = m.keep(ValueModel(seed: 5, sample, pairs, fault))
    // The lane 'differences', 1 entry
    m.expect(model.differences, "a", ["a": []])
  }
}

@MainActor @Test func `values 6`() {
  marbles(frame: .milliseconds(10), until: .milliseconds(10)) { m in
    // Uses the memberwise initializers of PrintedSample; pass a SwiftExpression for a type with another one, or with a private property
    let sample: PrintedSample = PrintedSample(text: "\u{34F}7\\\u{180E}\u{FE0F}", letter: "#", part: Substring(""), numbers: [1500000000.0, -0.0, -1e-300], small: -0.0, count: -39, large: 7551476197616124343, date: Date(timeIntervalSinceReferenceDate: 0.0), id: UUID(uuidString: "00000000-0000-0000-0000-724504668539")!, link: URL(string: "https://a.b/9447506989727615600?q=%00%F4%8F%BF%BF%E2%80%A9%E2%80%AEa%0B")!, price: Decimal(string: "-1580.902")!, delay: Duration(secondsComponent: 2, attosecondsComponent: 0), data: Data(base64Encoded: "AAECAwQFBg==")!, names: ["", "\u{E000}'\u{E000}\u{10FFFF}'", "a\u{180E}\u{3000}🏽\u{E0041}\u{61C}", "👨ا\u{AD}|"], counts: ["\u{34F}\u{7F}'": [23, 72, 88, 92]], list: [], nested: .some(nil), kind: PrintedSample.Kind.`two words`(label: ["\0", "a", "א"]), state: .failed(SampleFault.broken), page: Page([-39], next: .some(nil)), range: (-3..<39), closed: (-1.5...Double.infinity), slice: [2, 3], result: Result<Int8, SampleFault>.success(-39))
    let pairs: KeyValuePairs<String, Optional<Int>> = [:]
    let fault: URLError = URLError(.badURL)
    let model = m.keep(ValueModel(seed: 6, sample, pairs, fault))
    // The lane 'differences', 1 entry
    m.expect(model.differences, "b", ["b": []])
  }
}

@MainActor @Test func `values 7`() {
  marbles(frame: .milliseconds(10), until: .milliseconds(10)) { m in
    // Uses the memberwise initializers of PrintedSample; pass a SwiftExpression for a type with another one, or with a private property
    let sample: PrintedSample = PrintedSample(text: "a🇦", letter: "\u{34F}", part: Substring(""), numbers: [1e+16, 0.0, 1500000000.0], small: 1.5e+09, count: 48, large: 15938128224054089190, date: Date(timeIntervalSinceReferenceDate: -1e-300), id: UUID(uuidString: "00000000-0000-0000-0000-763869681327")!, link: URL(string: "https://a.b/6020303405324641991?q=%E3%80%80%E2%80%AE%5C%7F")!, price: Decimal(string: "-1524.55")!, delay: Duration(secondsComponent: 8, attosecondsComponent: 0), data: Data(base64Encoded: "AAECAwQFBgcI")!, names: ["", "7\u{A0}\r\u{180E}\u{200E} ", "|'\u{2028}👨\u{A0}7", "🇦\u{AD}"], counts: ["\u{115F}\u{FE0F}": [36, 64, 67, 84]], list: [], nested: nil, kind: PrintedSample.Kind.pair("א", name: PrintedSample.Kind.`default`(-7921301770645791062)), state: .failed(SampleFault.broken), page: Page([48], next: .some(nil)), range: (-3..<48), closed: (-1.5...Double.infinity), slice: [2, 3], result: Result<Int8, SampleFault>.success(48))
    let pairs: KeyValuePairs<String, Optional<Int>> = ["a🇦": 1, "a": nil, "a🇦": 2]
    let fault: URLError = URLError(.unknown)
    let model = m.keep(ValueModel(seed: 7, sample, pairs, fault))
    // The lane 'differences', 1 entry
    m.expect(model.differences, "b", ["b": []])
  }
}

@MainActor @Test func `values 8`() {
  marbles(frame: .milliseconds(10), until: .milliseconds(10)) { m in
    // Uses the memberwise initializers of PrintedSample; pass a SwiftExpression for a type with another one, or with a private property
    let sample: PrintedSample = PrintedSample(text: "\u{200E}\u{2060}\u{115F} ", letter: "🏽", part: Substring(""), numbers: [1e+16, Double.infinity, -Double.infinity], small: 1e+16, count: 102, large: 12618063654782812134, date: Date(timeIntervalSinceReferenceDate: Double.infinity), id: UUID(uuidString: "00000000-0000-0000-0000-086547051277")!, link: URL(string: "https://a.b/1076795723375793749?q=%C2%A0%EF%BB%BF(%7F%C2%AD%F4%8F%BF%BF")!, price: Decimal(string: "-4817.732")!, delay: Duration(secondsComponent: -8, attosecondsComponent: 0), data: Data(base64Encoded: "AAE=")!, names: ["", "\n🇦", "\u{202E}אB\\\u{10FFFF}", "\u{34F}(\u{202E}", "\u{E0041}\u{AD}a\u{7F}"], counts: ["'\n|\u{2069}\u{B}": [1, 29, 35, 39]], list: [], nested: .some(nil), kind: PrintedSample.Kind.`default`(1108611590581598930), state: .loaded(["א👨🏽\u{FFFF}\u{2029}\n"]), page: Page([102], next: "\u{61C}🏽️"), range: (-3..<102), closed: (-1.5...Double.infinity), slice: [2, 3], result: Result<Int8, SampleFault>.success(102))
    let pairs: KeyValuePairs<String, Optional<Int>> = ["\u{200E}\u{2060}\u{115F} ": 1, "a": nil, "\u{200E}\u{2060}\u{115F} ": 2]
    let fault: URLError = URLError(.notConnectedToInternet)
    let model = m.keep(ValueModel(seed: 8, sample, pairs, fault))
    // The lane 'differences', 1 entry
    m.expect(model.differences, "a", ["a": []])
  }
}

@MainActor @Test func `values 9`() {
  marbles(frame: .milliseconds(10), until: .milliseconds(10)) { m in
    // Uses the memberwise initializers of PrintedSample; pass a SwiftExpression for a type with another one, or with a private property
    let sample: PrintedSample = PrintedSample(text: "\u{3000}\n\u{3164}\n", letter: "\u{202E}", part: Substring("\u{10FFFF}|\u{3164}\u{200D}"), numbers: [-0.0, 1500000000.0, 0.1], small: -Float.infinity, count: 121, large: 10427686540933886021, date: Date(timeIntervalSinceReferenceDate: -0.0), id: UUID(uuidString: "00000000-0000-0000-0000-135473246119")!, link: URL(string: "https://a.b/12477057583214888394?q=%20%D8%9C%C2%85%D8%9C%E2%80%AE")!, price: Decimal(string: "9214.469")!, delay: Duration(secondsComponent: -5, attosecondsComponent: 0), data: Data(base64Encoded: "AAECAwQF")!, names: ["", "7\u{202E}", "\0\\\u{61C} \u{10FFFF}", "\ta7\u{FEFF}", "\u{115F}\u{3164}7￼\0\u{301}"], counts: ["\u{2069}\t": [28, 47, 73, 84]], list: [0, nil], nested: .some(nil), kind: PrintedSample.Kind.plain, state: .failed(SampleFault.broken), page: Page([121], next: .some(nil)), range: (-3..<121), closed: (-1.5...Double.infinity), slice: [2, 3], result: Result<Int8, SampleFault>.failure(SampleFault.broken))
    let pairs: KeyValuePairs<String, Optional<Int>> = [:]
    let fault: URLError = URLError(.timedOut)
    let model = m.keep(ValueModel(seed: 9, sample, pairs, fault))
    // The lane 'differences', 1 entry
    m.expect(model.differences, "b", ["b": []])
  }
}

@MainActor @Test func `values 10`() {
  marbles(frame: .milliseconds(10), until: .milliseconds(10)) { m in
    // Uses the memberwise initializers of PrintedSample; pass a SwiftExpression for a type with another one, or with a private property
    let sample: PrintedSample = PrintedSample(text: "", letter: "(", part: Substring("\u{E0041}\t\0\ra"), numbers: [1500000000.0, 0.0, 0.1], small: 0.1, count: -61, large: 2438029237912563943, date: Date(timeIntervalSinceReferenceDate: 0.1), id: UUID(uuidString: "00000000-0000-0000-0000-768937382942")!, link: URL(string: "https://a.b/10730643140289995636?q=%EF%BF%BC%F0%9F%91%A8%C2%AD%D8%9C(%22")!, price: Decimal(string: "2074.314")!, delay: Duration(secondsComponent: -1, attosecondsComponent: 0), data: Data(base64Encoded: "AAECAwQFBgcI")!, names: ["", "\u{301}\u{2060}\u{A0}|", "\u{7F}\u{A0}\u{34F}\"\u{202E}", "\u{FE0F}\" a\u{FE0F}", "ا)́"], counts: ["אא\u{202E}\u{B}": [17, 27, 64, 91]], list: [], nested: true, kind: PrintedSample.Kind.`two words`(label: ["\r", "\u{2028}", "\u{202E}", "\u{FEFF}"]), state: .loading(Loading(previous: ["￼\u{200D}"], cause: .refresh)), page: Page([-61], next: .some(nil)), range: (-3..<61), closed: (-1.5...Double.infinity), slice: [2, 3], result: Result<Int8, SampleFault>.success(-61))
    let pairs: KeyValuePairs<String, Optional<Int>> = ["": 1, "a": nil, "": 2]
    let fault: URLError = URLError(.badURL)
    let model = m.keep(ValueModel(seed: 10, sample, pairs, fault))
    // The lane 'differences', 1 entry
    m.expect(model.differences, "b", ["b": []])
  }
}

@MainActor @Test func `values 11`() {
  marbles(frame: .milliseconds(10), until: .milliseconds(10)) { m in
    // Uses the memberwise initializers of PrintedSample; pass a SwiftExpression for a type with another one, or with a private property
    let sample: PrintedSample = PrintedSample(text: "\n\u{2028}", letter: ")", part: Substring("\u{7F}🏽)\n🇦"), numbers: [1500000000.0, 1500000000.0, 0.1], small: Float.infinity, count: 84, large: 13251420217557316685, date: Date(timeIntervalSinceReferenceDate: Double(bitPattern: 1)), id: UUID(uuidString: "00000000-0000-0000-0000-348279955320")!, link: URL(string: "https://a.b/15012578276396000413?q=%CD%8F%E2%80%A9%F0%9F%91%A8%EF%BF%BC%E2%81%A9")!, price: Decimal(string: "-2232.492")!, delay: Duration(secondsComponent: 8, attosecondsComponent: 0), data: Data(base64Encoded: "AAECAwQF")!, names: ["\"\u{34F}a", "\u{200B}", "\u{301}👨#\n", "\u{E000}\u{2028}\u{85}￼\u{202E}🏽", "\u{E000}\u{AD}"], counts: ["🏽\u{85}\u{FE0F}\\\u{34F}": [44, 54, 80, 99]], list: [0, nil, 2], nested: .some(nil), kind: PrintedSample.Kind.`two words`(label: ["\n", "\u{301}", "\u{85}"]), state: .failed(SampleFault.broken), page: Page([84], next: "\u{180E}\u{34F}"), range: (-3..<84), closed: (-1.5...Double.infinity), slice: [2, 3], result: Result<Int8, SampleFault>.failure(SampleFault.broken))
    let pairs: KeyValuePairs<String, Optional<Int>> = ["\n\u{2028}": 1, "a": nil, "\n\u{2028}": 2]
    let fault: URLError = URLError(.unknown)
    let model = m.keep(ValueModel(seed: 11, sample, pairs, fault))
    // The lane 'differences', 1 entry
    m.expect(model.differences, "a", ["a": []])
  }
}

@MainActor @Test func `values 12`() {
  marbles(frame: .milliseconds(10), until: .milliseconds(10)) { m in
    // Uses the memberwise initializers of PrintedSample; pass a SwiftExpression for a type with another one, or with a private property
    let sample: PrintedSample = PrintedSample(text: "🏽\0🇦\u{FEFF}", letter: "(", part: Substring("(👨"), numbers: [-Double.infinity, Double.infinity, 0.0], small: Float.infinity, count: -69, large: 16700277700456127815, date: Date(timeIntervalSinceReferenceDate: Double.infinity), id: UUID(uuidString: "00000000-0000-0000-0000-875183380513")!, link: URL(string: "https://a.b/13423927567590376755?q=%F4%8F%BF%BF%09%E1%A0%8E%E3%85%A4")!, price: Decimal(string: "-2780.998")!, delay: Duration(secondsComponent: -2, attosecondsComponent: 0), data: Data(base64Encoded: "AAECAw==")!, names: ["\u{200D}\u{A0}🏽", "\u{2069}", "\u{34F}\u{85}\u{2069}a\u{200D}", "\u{85}", "\u{E000}\u{2066}(\u{202E}"], counts: ["\\\u{FE0F}\u{115F}\r": [13, 20, 63, 68]], list: [0, nil], nested: nil, kind: PrintedSample.Kind.`two words`(label: ["#", "\n", "\u{200D}", "\u{200E}", "\u{3000}", "\u{85}"]), state: .loading(Loading(previous: [""], cause: .refresh)), page: Page([-69], next: .some(nil)), range: (-3..<69), closed: (-1.5...Double.infinity), slice: [2, 3], result: Result<Int8, SampleFault>.success(-69))
    let pairs: KeyValuePairs<String, Optional<Int>> = [:]
    let fault: URLError = URLError(.notConnectedToInternet)
    let model = m.keep(ValueModel(seed: 12, sample, pairs, fault))
    // The lane 'differences', 1 entry
    m.expect(model.differences, "b", ["b": []])
  }
}

@MainActor @Test func `values 13`() {
  marbles(frame: .milliseconds(10), until: .milliseconds(10)) { m in
    // Uses the memberwise initializers of PrintedSample; pass a SwiftExpression for a type with another one, or with a private property
    let sample: PrintedSample = PrintedSample(text: "\u{B}\u{2028}\r\u{FE0F}\u{7F}", letter: "\u{A0}", part: Substring("\u{E0041}\u{FE0F}\u{200E}"), numbers: [1500000000.0, 0.0, 1e+16], small: 0.0, count: -1, large: 11008639753796191217, date: Date(timeIntervalSinceReferenceDate: 0.1), id: UUID(uuidString: "00000000-0000-0000-0000-916961238210")!, link: URL(string: "https://a.b/6675889624797029183?q=)%09")!, price: Decimal(string: "-4248.982")!, delay: Duration(secondsComponent: 6, attosecondsComponent: 0), data: Data(base64Encoded: "AAEC")!, names: ["", "B", "\u{2029}￼\u{61C}\u{200E}7👨", "\u{E000}"], counts: ["👨\u{202E}\u{200E}\u{A0}\u{200E}\u{2066}": [11, 38, 7, 84]], list: [0, nil], nested: nil, kind: PrintedSample.Kind.`default`(-6569374574206853033), state: .failed(SampleFault.broken), page: Page([-1], next: .some(nil)), range: (-3..<1), closed: (-1.5...Double.infinity), slice: [2, 3], result: Result<Int8, SampleFault>.success(-1))
    let pairs: KeyValuePairs<String, Optional<Int>> = ["\u{B}\u{2028}\r\u{FE0F}\u{7F}": 1, "a": nil, "\u{B}\u{2028}\r\u{FE0F}\u{7F}": 2]
    let fault: URLError = URLError(.timedOut)
    let model = m.keep(ValueModel(seed: 13, sample, pairs, fault))
    // The lane 'differences', 1 entry
    m.expect(model.differences, "a", ["a": []])
  }
}

@MainActor @Test func `values 14`() {
  marbles(frame: .milliseconds(10), until: .milliseconds(10)) { m in
    // Uses the memberwise initializers of PrintedSample; pass a SwiftExpression for a type with another one, or with a private property
    let sample: PrintedSample = PrintedSample(text: " a", letter: "🇦", part: Substring("\u{200B}|\u{3000})א\u{200D}"), numbers: [Double(bitPattern: 1), 1500000000.0, -Double.infinity], small: 1.5e+09, count: 73, large: 12791828853638099166, date: Date(timeIntervalSinceReferenceDate: -1e-300), id: UUID(uuidString: "00000000-0000-0000-0000-088087337308")!, link: URL(string: "https://a.b/11469225882431519307?q=%D8%A7")!, price: Decimal(string: "-6551.353")!, delay: Duration(secondsComponent: 7, attosecondsComponent: 0), data: Data(base64Encoded: "AAECAwQFBgcI")!, names: [" ́", "", "'\u{2069}\u{E0041}", "'א", "\u{AD}\r(7\u{7F}🇦"], counts: ["": [0, 31, 35, 37]], list: [0], nested: nil, kind: PrintedSample.Kind.`default`(5645697515400357996), state: .notRequested, page: Page([73], next: "\u{3164}\u{FE0F}\u{AD}\u{34F}"), range: (-3..<73), closed: (-1.5...Double.infinity), slice: [2, 3], result: Result<Int8, SampleFault>.success(73))
    let pairs: KeyValuePairs<String, Optional<Int>> = [" a": 1, "a": nil, " a": 2]
    let fault: URLError = URLError(.badURL)
    let model = m.keep(ValueModel(seed: 14, sample, pairs, fault))
    // The lane 'differences', 1 entry
    m.expect(model.differences, "b", ["b": []])
  }
}

@MainActor @Test func `values 15`() {
  marbles(frame: .milliseconds(10), until: .milliseconds(10)) { m in
    // Uses the memberwise initializers of PrintedSample; pass a SwiftExpression for a type with another one, or with a private property
    let sample: PrintedSample = PrintedSample(text: "\u{3164}\u{180E}|", letter: "🇦", part: Substring("\u{3000}\u{7F}ا'\u{200D}"), numbers: [-0.0, -0.0, 1e+16], small: Float.infinity, count: -108, large: 14237178358861787449, date: Date(timeIntervalSinceReferenceDate: -Double.infinity), id: UUID(uuidString: "00000000-0000-0000-0000-397454932883")!, link: URL(string: "https://a.b/7786867423108215981?q=)%D8%A7%E1%A0%8E%CC%81")!, price: Decimal(string: "-2853.252")!, delay: Duration(secondsComponent: -2, attosecondsComponent: 0), data: Data(base64Encoded: "")!, names: ["", "B", "\u{3000}\u{202E}\u{FEFF}\u{2060}"], counts: ["\r(\u{200E}": [21, 31, 66, 70]], list: [0, nil, 2], nested: .some(nil), kind: PrintedSample.Kind.`two words`(label: ["ا"]), state: .loaded([""]), page: Page([-108], next: .some(nil)), range: (-3..<108), closed: (-1.5...Double.infinity), slice: [2, 3], result: Result<Int8, SampleFault>.success(-108))
    let pairs: KeyValuePairs<String, Optional<Int>> = [:]
    let fault: URLError = URLError(.unknown)
    let model = m.keep(ValueModel(seed: 15, sample, pairs, fault))
    // The lane 'differences', 1 entry
    m.expect(model.differences, "b", ["b": []])
  }
}

@MainActor @Test func `values 16`() {
  marbles(frame: .milliseconds(10), until: .milliseconds(10)) { m in
    // Uses the memberwise initializers of PrintedSample; pass a SwiftExpression for a type with another one, or with a private property
    let sample: PrintedSample = PrintedSample(text: " \u{FEFF}", letter: "\u{2028}", part: Substring("\u{FFFF}\u{202E}\u{2028}"), numbers: [0.0, Double(bitPattern: 1), 0.1], small: Float.infinity, count: 29, large: 2415965322086180315, date: Date(timeIntervalSinceReferenceDate: -Double.infinity), id: UUID(uuidString: "00000000-0000-0000-0000-425696325617")!, link: URL(string: "https://a.b/1485259647203421832?q=%F0%9F%87%A6%EF%BF%BC%7C%D8%9C")!, price: Decimal(string: "-6637.451")!, delay: Duration(secondsComponent: -8, attosecondsComponent: 0), data: Data(base64Encoded: "AAECAwQ=")!, names: ["\u{200E}\u{2069}\u{34F}", "\u{2028}\r\u{AD}", "\u{61C}", "\u{61C}'\u{202E}7\u{B} ", "\u{FE0F}\u{7F}\r\u{7F}"], counts: ["'\tא": [13, 58, 68]], list: [0], nested: nil, kind: PrintedSample.Kind.plain, state: .failed(SampleFault.broken), page: Page([29], next: "\u{2029}\u{180E}\u{2028})\""), range: (-3..<29), closed: (-1.5...Double.infinity), slice: [2, 3], result: Result<Int8, SampleFault>.failure(SampleFault.broken))
    let pairs: KeyValuePairs<String, Optional<Int>> = [" \u{FEFF}": 1, "a": nil, " \u{FEFF}": 2]
    let fault: URLError = URLError(.notConnectedToInternet)
    let model = m.keep(ValueModel(seed: 16, sample, pairs, fault))
    // The lane 'differences', 1 entry
    m.expect(model.differences, "a", ["a": []])
  }
}

@MainActor @Test func `values 17`() {
  marbles(frame: .milliseconds(10), until: .milliseconds(10)) { m in
    // Uses the memberwise initializers of PrintedSample; pass a SwiftExpression for a type with another one, or with a private property
    let sample: PrintedSample = PrintedSample(text: "\u{A0}\u{B}|", letter: "\u{202E}", part: Substring(""), numbers: [0.0, Double.infinity, 0.0], small: -Float.infinity, count: -96, large: 1475254212943182506, date: Date(timeIntervalSinceReferenceDate: 1e+16), id: UUID(uuidString: "00000000-0000-0000-0000-724749214102")!, link: URL(string: "https://a.b/14778240779602599477?q=")!, price: Decimal(string: "9751.126")!, delay: Duration(secondsComponent: -1, attosecondsComponent: 0), data: Data(base64Encoded: "AA==")!, names: ["", "\\\u{7F}\u{FFFF}\u{AD}", "\u{2029}\u{A0}\n\u{200D}\u{FFFF}ا", "א\u{FE0F}(", "🏽(\u{3000}"], counts: ["\u{AD}\na\u{2069}\t": [17, 80, 98, 99]], list: [0, nil, 2], nested: nil, kind: PrintedSample.Kind.`two words`(label: ["🇦"]), state: .loading(Loading(previous: [""], cause: .refresh)), page: Page([-96], next: "|\u{85}|￼"), range: (-3..<96), closed: (-1.5...Double.infinity), slice: [2, 3], result: Result<Int8, SampleFault>.failure(SampleFault.broken))
    let pairs: KeyValuePairs<String, Optional<Int>> = ["\u{A0}\u{B}|": 1, "a": nil, "\u{A0}\u{B}|": 2]
    let fault: URLError = URLError(.timedOut)
    let model = m.keep(ValueModel(seed: 17, sample, pairs, fault))
    // The lane 'differences', 1 entry
    m.expect(model.differences, "a", ["a": []])
  }
}

@MainActor @Test func `values 18`() {
  marbles(frame: .milliseconds(10), until: .milliseconds(10)) { m in
    // Uses the memberwise initializers of PrintedSample; pass a SwiftExpression for a type with another one, or with a private property
    let sample: PrintedSample = PrintedSample(text: "", letter: "\u{301}", part: Substring("(\u{2066}ا\u{A0}￼\u{FE0F}"), numbers: [0.0, Double(bitPattern: 1), 0.1], small: 0.0, count: -25, large: 18439743860675215306, date: Date(timeIntervalSinceReferenceDate: -1e-300), id: UUID(uuidString: "00000000-0000-0000-0000-769968814581")!, link: URL(string: "https://a.b/13162792323760090837?q=%E1%85%9F%22%7C")!, price: Decimal(string: "-8038.891")!, delay: Duration(secondsComponent: 2, attosecondsComponent: 0), data: Data(base64Encoded: "AAECAw==")!, names: ["", "\u{FE0F}\\\u{34F}\u{34F}", "🇦a\0\\B\u{200B}", "👨\u{E0041}\u{301}\u{115F}"], counts: ["": [30, 5, 57, 86]], list: [0], nested: nil, kind: PrintedSample.Kind.`two words`(label: ["\"", "￼", "🇦"]), state: .loading(Loading(previous: ["א\u{200D}"], cause: .refresh)), page: Page([-25], next: .some(nil)), range: (-3..<25), closed: (-1.5...Double.infinity), slice: [2, 3], result: Result<Int8, SampleFault>.success(-25))
    let pairs: KeyValuePairs<String, Optional<Int>> = [:]
    let fault: URLError = URLError(.badURL)
    let model = m.keep(ValueModel(seed: 18, sample, pairs, fault))
    // The lane 'differences', 1 entry
    m.expect(model.differences, "b", ["b": []])
  }
}

@MainActor @Test func `values 19`() {
  marbles(frame: .milliseconds(10), until: .milliseconds(10)) { m in
    // Uses the memberwise initializers of PrintedSample; pass a SwiftExpression for a type with another one, or with a private property
    let sample: PrintedSample = PrintedSample(text: "\\\u{85} \u{3164}\u{E0041}", letter: "\u{200B}", part: Substring("👨️￼\u{3164}\u{2069}\u{180E}"), numbers: [Double.infinity, 1e+16, Double.infinity], small: Float.infinity, count: 99, large: 9980215791670641751, date: Date(timeIntervalSinceReferenceDate: 0.0), id: UUID(uuidString: "00000000-0000-0000-0000-912592541919")!, link: URL(string: "https://a.b/6833831850292246523?q=")!, price: Decimal(string: "-1583.504")!, delay: Duration(secondsComponent: 4, attosecondsComponent: 0), data: Data(base64Encoded: "AA==")!, names: [")\u{A0}\u{FE0F}\u{202E}א", "\u{115F}\u{FE0F}\u{2069}B", "\u{2069}\u{34F}", "\u{FFFF}", "|\u{E000}\u{85}\t\u{85}ا"], counts: ["": [17, 20, 51, 69]], list: [0, nil], nested: nil, kind: PrintedSample.Kind.`default`(3613139009680864459), state: .loading(Loading(previous: ["\\\u{AD}\u{2060}|\u{2060}\t"], cause: .refresh)), page: Page([99], next: .some(nil)), range: (-3..<99), closed: (-1.5...Double.infinity), slice: [2, 3], result: Result<Int8, SampleFault>.success(99))
    let pairs: KeyValuePairs<String, Optional<Int>> = ["\\\u{85} \u{3164}\u{E0041}": 1, "a": nil, "\\\u{85} \u{3164}\u{E0041}": 2]
    let fault: URLError = URLError(.unknown)
    let model = m.keep(ValueModel(seed: 19, sample, pairs, fault))
    // The lane 'differences', 1 entry
    m.expect(model.differences, "a", ["a": []])
  }
}

# Reads modules in the language SIL, with locations, as `swiftc -emit-silgen -Xllvm -sil-print-debuginfo` prints them.
# Prints what traps where Int has 32 bits, as on watchOS devices, and not where it has 64, as `file:line: reason`:
# literals of the types Int and UInt above 32 bits, products and sums of literals, and conversions of wider numbers.

/^sil / { delete literals; delete values; delete operators; delete conversions; next }

/ = integer_literal \$Builtin\.IntLiteral, / {
  value = $5
  sub(/,$/, "", value)
  literals[$1] = value
  next
}

/ = function_ref @\$sSi1[mp]oiyS2i_SitFZ/ {
  operators[$1] = $4 ~ /1moi/ ? "*" : "+"
  next
}

# The type of the argument, if it is not generic.
/ = function_ref @\$sS[iu]y/ {
  if (match($0, /\((Double|Float|Float16|Float80), /)) conversions[$1] = substr($0, RSTART + 1, RLENGTH - 3)
  next
}

/ = function_ref @\$s(SZs|SUs|)s17FixedWidthInteger(RzrlE|PsE)yxqd__cS(z|B)Rd__lufC/ {
  conversions[$1] = "generic"
  next
}

/ = apply / {
  if (match($0, /\(Builtin\.IntLiteral, @thin U?Int\.Type\)/)) {
    type = $0 ~ /@thin UInt\.Type/ ? "UInt" : "Int"
    value = $4
    gsub(/^[^(]*\(|,.*/, "", value)
    if (type == "Int") values[$1] = literals[value] + 0
    if (literals[value] + 0 > (type == "Int" ? 2147483647 : 4294967295)) {
      report("the literal " literals[value] " overflows " type " of 32 bits")
    }
    next
  }
  callee = $4
  sub(/[<(].*/, "", callee)
  if (callee in operators) {
    first = $4
    sub(/.*\(/, "", first)
    sub(/,$/, "", first)
    second = $5
    sub(/,$/, "", second)
    if (!(first in values && second in values)) next
    result = operators[callee] == "*" ? values[first] * values[second] : values[first] + values[second]
    values[$1] = result
    if (result > 2147483647) report(sprintf("the constant %.0f overflows Int of 32 bits", result))
    next
  }
  if (!(callee in conversions)) next
  if (conversions[callee] != "generic") {
    report("an Int of a " conversions[callee])
  } else if (match($0, /<U?Int, [^>]*>/)) {
    split(substr($0, RSTART + 1, RLENGTH - 2), types, ", ")
    if (types[2] !~ /^U?Int(8|16)?$|^Int32$/ && types[1] types[2] != "UIntUInt32") {
      report("an " types[1] " of a " types[2])
    }
  }
}

function report(text,  place) {
  match($0, /loc (\* )?"[^"]*":[0-9]+/)
  place = substr($0, RSTART, RLENGTH)
  gsub(/loc (\* )?|"/, "", place)
  print place ": " text
}

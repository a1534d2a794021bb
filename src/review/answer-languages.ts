/**
 * How another language says what the reader of answers looks for in English. `isUsed`: whether a text is in it. `words`: a line for each
 * pattern with its English word; earlier ones go first. `hasBlanks`: whether blanks stand between words.
 */
type Language = { isUsed(text: string): boolean; words: string; hasBlanks: boolean }

const spaced = (words: string, isUsed: Language['isUsed']): Language => ({ isUsed, words, hasBlanks: true })
const unspaced = (words: string, script: RegExp): Language => ({
  isUsed: (text) => script.test(text),
  words,
  hasBlanks: false,
})

/** The patterns of a language with their English words. */
function patternsOf({ words, hasBlanks }: Language): [RegExp, string][] {
  return words
    .trim()
    .split('\n')
    .map((line) => {
      const at = line.lastIndexOf(' = ')
      const [foreign, english] = [line.slice(0, at).trim(), line.slice(at + 3)]
      const whole = String.raw`(?<![\p{L}\d_/.-])(?:${foreign})(?![\p{L}\d_/-])`
      return hasBlanks ? [new RegExp(whole, 'giu'), english] : [new RegExp(foreign, 'gu'), ` ${english} `]
    })
}

/** Adjectives stand after their noun. */
const NOUN_FIRST = /\b(problem|bug|error|vulnerability|finding)s?\s+(critical|serious|high|medium|low|blocking)\b/gi

const GERMAN = spaced(
  String.raw`
  (?:keine|ohne) weiteren? = no other
  kein(?:e[nmrs]?|erlei)? = no
  nichts = nothing
  ohne = without
  nicht = not
  (?:wurden?|ist|sind|war|waren)\b((?:(?!\bnot\b)[^.;:]){0,60}?)\b(?:behoben|gel[öo]st|erledigt|korrigiert|beseitigt) = $1 is fixed
  behoben|gel[öo]st|erledigt|korrigiert|beseitigt = fixed
  beheb(?:t|en)|schlie(?:ß|ss)(?:t|en)|verhinder[nt]|beseitig(?:t|en) = fixes
  gibt es|es gibt|besteht|bestehen|bleibt|bleiben = there is
  gefunden|entdeckt = found
  in ordnung|korrekt|richtig = correct
  sieht (?:alles )?gut aus = looks good
  ist = is
  sind = are
  kritisch(?:e[rsnm]?)? = critical
  blockierend(?:e[rsnm]?)?|blockiert = blocking
  schwer(?:wiegend)?(?:e[rsnm]?)?|gravierend(?:e[rsnm]?)?|ernst(?:haft)?(?:e[rsnm]?)? = serious
  hoch|hohe[rsnm]? = high
  mittel(?:schwer)?(?:e[rsnm]?)?|m[äa](?:ß|ss)ig(?:e[rsnm]?)? = medium
  niedrig(?:e[rsnm]?)?|gering(?:e[rsnm]?)?|klein(?:e[rsnm]?)? = low
  schweregrade?|schwere|dringlichkeit = Severity
  priorit[äa]t = Priority
  risiko = Risk
  fehlern?|m[äa]ngeln?|m[äa]ngel = bug
  probleme?n?s? = problem
  sicherheitsl[üu]cken?|schwachstellen?|l[üu]cken? = vulnerability
  befunde?n? = finding
  datei(?:en)? = File
  zeilen? = line
  beschreibung = Description
  und = and
  aber|jedoch|allerdings = but
  alles = all
  anzahl = Count
`,
  (text) =>
    /(?<!\p{L})(?:kritisch|schwer|behoben|behebt|kein|nicht|hoch|hohe|gering|niedrig|priorit[äa]t|befund|fehler|sicherheitsl)/iu.test(
      text,
    ),
)

/** What the Romance languages share, and words of one that none of the others has. */
const ROMANCE = spaced(
  `
  (?:aucune?|aucun autre|ning[úu]n[ao]?|nenhuma?s?|nessun[ao]?|pas de|no hay|no se (?:encontr(?:ó|aron)|detect(?:ó|aron))|n[ãa]o h[áa]|n[ãa]o (?:foram|foi) encontrad[oa]s?|non ci sono|sans|sem|senza|sin)(?= ) = no
  aucune?|ning[úu]n[ao]?|nenhuma?|nessun[ao]? = none
  (?:n'est|no est[áa]|n[ãa]o est[áa]|non è)(?: pas| todav[íi]a| encore| ainda| ancora)* = is not
  pas|não|non = not
  (?:est|sont|fue|ha sido|est[áa]n?|foi|foram|è stat[oa]|a été|ont été) (?:corrigée?s?|résolue?s?|corregid[oa]s?|resuelt[oa]s?|corrigid[oa]s?|resolvid[oa]s?|risolt[oaie]|corrett[oaie]) = is fixed
  corrigée?s?|résolue?s?|corregid[oa]s?|resuelt[oa]s?|corrigid[oa]s?|resolvid[oa]s?|risolt[oaie]|corrett[oaie] = fixed
  corrige[nt]?|corrigent|resuelve|resolve|risolve|résout|arregla = fixes
  il y a|hay|h[áa]|c'è|ci sono|existe = there is
  est|es|é|è = is
  sont|son|são|sono = are
  critiques?|cr[íi]tic[oaie]s?|critich[ei] = critical
  graves?|gravi|s[ée]ri(?:eu(?:x|se)s?|[oa]s?) = serious
  bloquante?s?|bloqueantes?|bloccant[ei] = blocking
  [ée]lev[ée]e?s?|hautes?|alt[oaie]s?|majeure?s?|elevad[oa]s? = high
  moyen(?:ne)?s?|m[ée]di[oa]s?|medi[oae] = medium
  faibles?|bass[ieao]s?|basses?|baj[oa]s?|baix[oa]s?|mineure?s?|menor(?:es)?|minor[ei] = low
  gravité|sévérité|severidade?|gravedad|gravidade|gravità|severità|criticité = Severity
  priorité|prioridade?|priorità = Priority
  risques?|riesgos?|riscos?|rischi[o]? = Risk
  problèmes?|problemas?|problem[ai] = problem
  erreurs?|bogues?|errores|fallos?|erros?|falhas?|error[ei]|difett[oi] = bug
  vulnérabilités?|failles?|vulnerabilidad(?:e?s)?|vulnerabilidade|vulnerabilità = vulnerability
  fichiers?|archivos?|ficheros?|arquivos? = File
  lignes?|l[íi]neas?|linhas?|rig(?:a|he) = line
  descri(?:ption|pción|ção|zione) = Description
  mais|pero|mas|però|ma|porém = but
`,
  (text) =>
    /(?<!\p{L})(?:gravité|sévérité|criticité|gravedad|severidad|severidade|gravidade|gravità|problème|fichier|archivo|arquivo|c'è|nessun[ao]?|aucune?|ning[úu]n|nenhuma?)(?!\p{L})/iu.test(
      text,
    ) ||
    new Set(
      text
        .toLowerCase()
        .match(
          /(?<![\p{L}\d./_-])(?:un|une|una|uno|um|uma|el|la|le|les|los|las|il|del|della|des|dans|en|em|nel|nella|que|che|est|es|è|é|não|con|hay|há|pas|por|para|pour|avec|après|depois|de|di|et|ou|dos|sont|sono|son)(?![\p{L}\d/_-])/gu,
        ),
    ).size >= 2,
)

const RUSSIAN = spaced(
  String.raw`
  не (?:найдено|обнаружено|выявлено)|нет|без|никаких = no
  не = not
  исправлен[оаы]?|устранен[оаы]?|решен[оаы]? = is fixed
  исправляет|устраняет = fixes
  критич(?:еск)?[\p{L}]*(?<!ость|ости) = critical
  серь[её]зн[\p{L}]*(?<!ость|ости) = serious
  высок[\p{L}]+ = high
  средн[\p{L}]+ = medium
  низк[\p{L}]+ = low
  (?:серь[её]зность|критичность|важность)[\p{L}]* = Severity
  приоритет[\p{L}]* = Priority
  проблем[\p{L}]* = problem
  ошиб[\p{L}]+|дефект[\p{L}]* = bug
  уязвимост[\p{L}]+ = vulnerability
  файл[\p{L}]* = File
  строк[\p{L}]+ = line
  описание = Description
  но|однако = but
`,
  (text) => /\p{Script=Cyrillic}/u.test(text),
)

const HAN = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}`
const ALONE = (words: string) => `(?<![${HAN}])(?:${words})(?![${HAN}])`

/** Traditional signs beside the simplified ones. */
const withVariants = (words: string) =>
  words.replace(/[严问题错误发没无复号级优险现关键轻紧说详数阻断塞还该过]/g, (sign) => {
    const variant = TRADITIONAL[sign]
    return variant === undefined ? sign : `[${sign}${variant}]`
  })
const TRADITIONAL = Object.fromEntries(
  '严嚴问問题題错錯误誤发發没沒无無复復号號级級优優险險现現关關键鍵轻輕紧緊说說详詳数數断斷还還该該过過'
    .match(/../g)
    ?.map(([simple, full]) => [simple, full]) ?? [],
)

const CHINESE = unspaced(
  withVariants(`
  (?:没有|未|并未|没)(?:有)?(?:发现|检测到|看到)?(?:任何|其他|新的)?(?=严重|致命|高危|中危|低危|重大|问题|漏洞|缺陷|错误)|无(?=严重|致命|高危|重大|问题|漏洞) = no
  ${ALONE('无|没有|暂无')} = none
  (?:尚未|还没有?|仍未|未|没有)(?:被)?(?:修复|解决|修正) = is not fixed
  (?:已经?|均已|已被)(?:修复|解决|修正) = is fixed
  (?:修复|解决|修正)(?:了|一个|此|该)+ = fixes a
  严重(?:程度|性|级别|等级)|级别|危害等级|问题等级|风险等级 = Severity
  优先级 = Priority
  (?:严重|致命|危急)的?|${ALONE('关键|紧急')} = critical
  阻断性?|阻塞性?|必须修复 = blocking
  重大的?|重要的?(?=问题|缺陷|错误) = serious
  高危的?|高风险的?|${ALONE('高')} = high
  中危的?|中等的?|中风险的?|${ALONE('中')} = medium
  低危的?|轻微的?|低风险的?|次要的?|${ALONE('低')} = low
  问题描述|${ALONE('描述|说明|详情')} = Description
  漏洞 = vulnerability
  问题 = problem
  缺陷|错误 = bug
  ${ALONE('文件路径|文件名|文件')} = File
  ${ALONE('行号|行')} = line
  ${ALONE('数量')} = Count
  但是?|不过|然而 = , but
`),
  /\p{Script=Han}/u,
)

const JAPANESE = unspaced(
  `
  (重大|致命的|深刻|重要)な(問題|不具合|バグ|脆弱性|欠陥)(?:は|が)?(?:一切)?(?:ありません|見つかりません(?:でした)?|ない|なし) = no critical problem
  (?:問題|不具合|指摘)(?:は|が)?(?:ありません|見つかりません(?:でした)?|ない|なし)|${ALONE('なし|該当なし')} = no problem
  (?:重大|致命的|深刻|重要)?な?(?:問題|不具合|バグ|脆弱性|欠陥)(?:は|を|が)(?:すでに)?(?:修正|解決|解消) = fixes a problem
  修正されていません|未修正 = is not fixed
  修正され(?:ました|ています)|修正済み?|解決済み? = is fixed
  (?:重大|致命的|深刻)な?|緊急 = critical
  重要度|深刻度|重大度 = Severity
  優先度 = Priority
  問題|不具合|欠陥 = problem
  バグ = bug
  脆弱性 = vulnerability
  ファイル = File
  しかし|ただし|ですが = , but
`,
  /\p{Script=Hiragana}|\p{Script=Katakana}/u,
)

const KOREAN = unspaced(
  `
  (?:심각한|치명적인|중대한)? ?(?:문제|결함|버그|취약점)(?:는|은|가|이|점)? ?(?:없|발견되지 않|발견하지 못)[가-힣]* = no critical problem
  (?:심각한|치명적인|중대한)? ?(?:문제점?|결함|버그|오류|취약점)(?:를|을|가|이)? ?(?:수정|해결) = fixes a problem
  수정되지 않[가-힣]* = is not fixed
  (?:수정|해결)(?:되었|됐|됨|완료|했)[가-힣]* = is fixed
  심각도|중요도 = Severity
  우선순위 = Priority
  심각(?:한|함)?|치명적(?:인)?|중대한 = critical
  높음|높은 = high
  중간|보통 = medium
  낮음|낮은 = low
  문제점?|결함 = problem
  버그|오류 = bug
  취약점 = vulnerability
  파일 = File
  하지만|그러나|지만 = , but
`,
  /\p{Script=Hangul}/u,
)

/** Japanese goes before Chinese, with which it shares signs. */
const LANGUAGES = [JAPANESE, CHINESE, KOREAN, RUSSIAN, GERMAN, ROMANCE]

const WIDE: Readonly<Record<string, string>> = {
  '：': ': ',
  '，': ', ',
  '。': '. ',
  '；': '; ',
  '、': ', ',
  '！': '! ',
  '？': '? ',
  '（': ' (',
  '）': ') ',
  '【': '[',
  '】': '] ',
  '｜': '|',
}

/** Code is left as it is. */
const CODE = /(`[^`\n]*`)/

/**
 * An answer with the English words for severities, problems and what became of them, as the reader of answers knows them. `original`: the
 * line of the answer that a text is from, where the answer had to be translated.
 */
export function inEnglish(answer: string): { text: string; original(text: string): string | undefined } {
  const patterns = LANGUAGES.filter(({ isUsed }) => isUsed(answer)).flatMap(patternsOf)
  if (patterns.length === 0) return { text: answer, original: () => undefined }
  const translated = (text: string) =>
    patterns
      .reduce(
        (all, [foreign, english]) => all.replace(foreign, english),
        text.replace(/[：，。；、！？（）【】｜]/g, (sign) => WIDE[sign] ?? sign),
      )
      .replace(NOUN_FIRST, '$2 $1')
  const lines = answer.split('\n').map((line) => {
    const parts = line.split(CODE).map((part) => (part.startsWith('`') ? part : translated(part)))
    return { line, english: parts.join('') }
  })
  return {
    text: lines.map(({ english }) => english).join('\n'),
    original: (text) => lines.find(({ english }) => lettersOf(english).includes(lettersOf(text)))?.line,
  }
}

const lettersOf = (text: string) => text.replace(/[^\p{L}\d]+/gu, '')

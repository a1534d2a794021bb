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
  не (?:знайдено|виявлено|намерени?)|немає|няма = no
  виправлен[\p{L}]*|усунен[\p{L}]*|поправен[\p{L}]* = is fixed
  виправляє|усуває|поправя = fixes
  критичн[\p{L}]* = critical
  серйозн[\p{L}]*|сериозн[\p{L}]* = serious
  висок[\p{L}]+ = high
  середн[\p{L}]+ = medium
  помилк[\p{L}]+|помилок|грешк[\p{L}]+ = bug
  вразливіст[\p{L}]+|вразливост[\p{L}]+|уязвимост[\p{L}]+ = vulnerability
  (?:серйозність|критичність|важливість|сериозност|тежест)[\p{L}]* = Severity
  але|проте|однак = but
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

/** Dutch and the Nordic languages. */
const NORTHERN = spaced(
  `
  geen|ingen|inga|inget|intet|ikke noen = no
  niet|inte|ikke|ej = not
  gevonden|hittades|hittat|fundet|funnet = found
  (?:is|zijn|werd|är|er|ble|blev) (?:opgelost|verholpen|åtgärdat|åtgärdad|rättat|rettet|løst|fikset) = is fixed
  opgelost|verholpen|hersteld|åtgärda[dt]e?|rätta[dt]e?|rettet|løst|fikset = fixed
  verhelpt|herstelt|lost .{0,40} op|åtgärdar|rättar|retter|fikser = fixes
  kritie?ke?|kritisk[aet]? = critical
  ernstige?|zware?|allvarlig[at]?|alvorlige?t? = serious
  blokkerende?|blockerande|blokkerende = blocking
  hoge?|hoog|hög[at]?|høye?|højt?|høje = high
  gemiddelde?|middel(?:matige?)?|medel|middels?|mellem = medium
  lage?|laag|låg[at]?|lave?|lavt = low
  ernst|allvarlighetsgrad|alvorlighed(?:sgrad)?|alvorlighetsgrad = Severity
  prioriteit|prioritet = Priority
  risico|risk|risiko = Risk
  fout(?:en)?|fel|fejl|feil = bug
  proble(?:men|em|mer|mas?|met) = problem
  kwetsbaarhe(?:id|den)|sårbarhet(?:er)?|sårbarhed(?:er)? = vulnerability
  maar|echter|men|dock|dog = but
`,
  (text) =>
    /(?<!\p{L})(?:ernst(?:ige?)?|kritieke?|geen|fout(?:en)?|hoog|allvarlig[at]?|inga|kritisk[at]?|fel i|fejl i|feil i|alvorlig\p{L}*|ikke|høy|hög)(?!\p{L})/iu.test(
      text,
    ),
)

/** Polish, Czech and Slovak. */
const SLAVIC = spaced(
  String.raw`
  brak|żadn\p{L}*|bez|žádn\p{L}*|žiadn\p{L}* = no
  nie|ne = not
  (?:nie )?(?:nebyl[yao]?|neboli) = not
  znalaz\p{L}+|znaleziono|nalezen\p{L}*|nájden\p{L}* = found
  (?:został[ayo]?|jest|są|byl[aoy]?|je|jsou|bol[aoi]?) (?:naprawion\p{L}*|poprawion\p{L}*|opraven\p{L}*|vyřešen\p{L}*) = is fixed
  naprawion\p{L}*|poprawion\p{L}*|opraven\p{L}*|vyřešen\p{L}* = fixed
  naprawia|poprawia|usuwa|opravuje|řeší|rieši = fixes
  kryty(?:czn|czn)\p{L}*|kritick\p{L}* = critical
  poważn\p{L}*|závažn(?!ost)\p{L}*|vážn\p{L}* = serious
  blokując\p{L}*|blokujíc\p{L}* = blocking
  wysok\p{L}*|vysok\p{L}* = high
  średni\p{L}*|střední|stredn\p{L}* = medium
  nisk\p{L}*|nízk\p{L}* = low
  ważność|istotność|poziom|závažnost|závažnosť = Severity
  priorytet|priorita = Priority
  ryzyko|riziko = Risk
  błąd|błęd\p{L}*|chyb[ayu]? = bug
  problem(?:y|ów|u)?|problém[yuů]? = problem
  luk[ai]|podatnoś\p{L}+|zranitelnost\p{L}* = vulnerability
  plik|soubor|súbor = File
  ale|jednak(?:że)?|však = but
`,
  (text) =>
    /(?<!\p{L})(?:wysoki?e?|krytyczn\p{L}*|poważn\p{L}*)(?!\p{L})/iu.test(text) ||
    (/[ąęłśżźćńěščřžýůďťň]/iu.test(text) &&
      /(?<!\p{L})(?:nie|brak|jest|w|i|błąd|błęd\p{L}*|wysok\p{L}*|poważn\p{L}*|závažn\p{L}*|chyb\p{L}*|soubor|žádn\p{L}*|ne\p{L}+|se|je|vysok\p{L}*)(?!\p{L})/iu.test(
        text,
      )),
)

/** Languages in which an adjective, a case ending or another order changes nothing of what is looked for. */
const TURKISH = spaced(
  String.raw`
  (?:hiçbir|herhangi bir) = any
  bulunamadı|bulunmadı|bulunmamaktadır|yok(?:tur)? = not found
  değil = not
  düzeltildi|giderildi|çözüldü = is fixed
  düzeltiyor|gideriyor|çözüyor = fixes
  kritik = critical
  ciddi|önemli|ağır = serious
  yüksek = high
  orta = medium
  düşük = low
  (?:önem|ciddiyet)(?: derecesi| düzeyi)? = Severity
  öncelik = Priority
  (?:bir )?(?:sorun|problem)\p{L}* = problem
  (?:bir )?hata(?:lar|sı|ları)? = bug
  (?:güvenlik )?açığı = vulnerability
  dosya = File
  ama|ancak|fakat = but
`,
  (text) =>
    /[ğışİçöü]/u.test(text) &&
    /(?<!\p{L})(?:önem\p{L}*|kritik|ciddi|yüksek|sorun\p{L}*|hata\p{L}*|bulun\p{L}+|düzelt\p{L}+)(?!\p{L})/iu.test(
      text,
    ),
)
/** Finnish and Hungarian. */
const URALIC = spaced(
  String.raw`
  ei(?:vät)?(?: ole)?|ilman|nem|nincs(?:enek)? = no
  löytynyt|löydetty|löytyneet|talált\p{L}*|található\p{L}* = found
  on korjattu|korjattiin|korjattu|javítva(?: lett)?|kijavítva|megoldva = is fixed
  korjaa|javítja|kijavítja|megoldja = fixes
  kriitti\p{L}+|kritikus = critical
  vakav(?!uus)\p{L}+|súlyos(?!ság)\p{L}* = serious
  korkea\p{L}*|magas = high
  keskitaso\p{L}*|kohtalai\p{L}+|közepes = medium
  matala\p{L}*|alacsony = low
  vakavuus(?:aste)?|súlyosság\p{L}* = Severity
  virhe\p{L}*|hib[aá]\p{L}* = bug
  ongelm\p{L}+|problém\p{L}+ = problem
  haavoittuvuu\p{L}+|sebezhetőség\p{L}* = vulnerability
  tiedosto|fájl = File
  mutta|azonban = but
`,
  (text) =>
    /(?<!\p{L})(?:vakav\p{L}*|kriitti\p{L}+|virhe\p{L}*|ongelm\p{L}+|tiedosto\p{L}*|korjat\p{L}+)(?!\p{L})/iu.test(
      text,
    ) || /(?<!\p{L})(?:súlyos\p{L}*|kritikus|hib[aá]\p{L}*|nincs\p{L}*|javít\p{L}+|nem)(?!\p{L})/iu.test(text),
)
const ROMANIAN = spaced(
  String.raw`
  (?:nu (?:am găsit|există|au fost găsite|s-au găsit)|nici(?:o|un)|fără) = no
  nu = not
  (?:este|sunt|a fost|au fost) (?:rezolvat|corectat|remediat)[ăe]? = is fixed
  rezolvă|corectează|remediază = fixes
  critic[ăei]? = critical
  grav[ăei]?|serio(?:s|as)\p{L}* = serious
  ridicat[ăe]?|mare = high
  medi[ei]|moderat[ăe]? = medium
  scăzut[ăe]?|redus[ăe]? = low
  severitate(?:a)?|gravitate(?:a)? = Severity
  problem[ăe]\p{L}* = problem
  eroare|erori|bug-uri|defect[e]? = bug
  vulnerabilit[aă]\p{L}+ = vulnerability
  fișier = File
  dar|însă = but
`,
  (text) =>
    /[ăâîșşțţ]/iu.test(text) &&
    /(?<!\p{L})(?:severitate\p{L}*|gravitate\p{L}*|critic[ăei]?|nu|probleme?|eroare|erori|ridicat[ăe]?|este|și)(?!\p{L})/iu.test(
      text,
    ),
)
const VIETNAMESE = spaced(
  `
  không (?:tìm thấy|phát hiện|có)(?: bất kỳ)?|chưa (?:tìm thấy|phát hiện) = no
  không = not
  đã (?:được )?(?:sửa|khắc phục|xử lý) = is fixed
  (?:sửa|khắc phục) = fixes
  mức độ(?: nghiêm trọng)?|độ nghiêm trọng = Severity
  nghiêm trọng = critical
  cao = high
  trung bình = medium
  thấp = low
  lỗi = bug
  vấn đề = problem
  lỗ hổng = vulnerability
  tệp|tập tin = File
  nhưng|tuy nhiên = but
`,
  (text) => /[ạảấầẩẫậắằẳẵặẹẻẽếềểễệỉịọỏốồổỗộớờởỡợụủứừửữựỳỵỷỹđ]/iu.test(text),
)
const INDONESIAN = spaced(
  `
  (?:tidak|tak|tiada)(?: ada| ditemukan| terdapat)?|tanpa = no
  (?:sudah|telah|kini) (?:diperbaiki|dibaiki|diselesaikan) = is fixed
  memperbaiki|membaiki = fixes
  tingkat (?:keparahan|keseriusan)|tahap keterukan|keparahan = Severity
  kritis|kritikal = critical
  serius|parah|fatal = serious
  tinggi = high
  sedang|sederhana = medium
  rendah = low
  masalah = problem
  kesalahan|ralat = bug
  kerentanan = vulnerability
  berkas|fail = File
  tetapi|tapi|namun = but
`,
  (text) => /(?<!\p{L})(?:tidak|kesalahan|masalah|keparahan|diperbaiki|tinggi|yang|kerentanan)(?!\p{L})/iu.test(text),
)
const GREEK = spaced(
  String.raw`
  δεν (?:βρέθηκ\p{L}+|υπάρχ\p{L}+|εντοπίστηκ\p{L}+)|κανένα|καμία|χωρίς = no
  δεν = not
  (?:διορθώθηκ|επιλύθηκ)\p{L}+ = is fixed
  διορθώνει|επιλύει = fixes
  κρίσιμ\p{L}+ = critical
  σοβαρ(?!ότητ)\p{L}+ = serious
  υψηλ\p{L}+ = high
  μέτρι\p{L}+|μεσαί\p{L}+ = medium
  χαμηλ\p{L}+ = low
  σοβαρότητα\p{L}* = Severity
  σφάλμα\p{L}* = bug
  πρόβλημα|προβλήματα = problem
  ευπάθει\p{L}+ = vulnerability
  αρχείο = File
  αλλά|όμως = but
`,
  (text) => /\p{Script=Greek}{3}/u.test(text),
)
/** Arabic, with some Persian, and Hebrew. */
const SEMITIC = spaced(
  String.raw`
  (?:لا|لم) (?:توجد|يوجد|أجد|يتم العثور على|نجد)(?: أي)?|بدون|هیچ|لیس|לא נמצא\p{L}*|אין|ללא = no
  لا|لم|ليس|ليست|לא = not
  (?:تم|جرى) (?:إصلاح|حل|معالجة)\p{L}*|תוק\p{L}+|נפתר\p{L}* = is fixed
  يصلح|يحل|يعالج|מתקן|פותר = fixes
  حرج\p{L}*|بحرانی|קריטי\p{L}* = critical
  خطير\p{L}*|جدی|חמור\p{L}* = serious
  عالي\p{L}*|مرتفع\p{L}*|גבוה\p{L}* = high
  متوسط\p{L}*|בינוני\p{L}* = medium
  منخفض\p{L}*|נמוך|נמוכה = low
  (?:مستوى )?(?:الخطورة|الشدة|الأهمية)|חומרה|רמת חומרה = Severity
  (?:ال)?(?:خطأ|أخطاء)|خطای?|שגיא\p{L}+|באג\p{L}* = bug
  (?:ال)?(?:مشكلة|مشاكل|مشكلات)|בעי\p{L}+ = problem
  (?:ال)?ثغر\p{L}+|פגיעו\p{L}+ = vulnerability
  (?:ال)?ملف = File
  لكن|ولكن|אבל|אולם = but
`,
  (text) => /\p{Script=Arabic}{2}/u.test(text) || /\p{Script=Hebrew}{2}/u.test(text),
)
const HINDI = unspaced(
  `
  नहीं (?:मिली|मिला|मिले|है|हैं)|नहीं = not found
  ठीक (?:कर दी गई|कर दिया गया|हो गई|हो गया) = is fixed
  गंभीरता = Severity
  गंभीर = serious
  महत्वपूर्ण|क्रिटिकल = critical
  उच्च = high
  मध्यम = medium
  निम्न = low
  (?:समस्या|समस्याएं|समस्याएँ) = problem
  (?:त्रुटि|त्रुटियां|बग|गलती) = bug
  लेकिन|परंतु = , but
`,
  /\p{Script=Devanagari}/u,
)
const THAI = unspaced(
  `
  ไม่พบ|ไม่มี = no
  (?:ได้รับการ)?แก้ไขแล้ว = is fixed
  ระดับความรุนแรง|ความรุนแรง = Severity
  (?:ปัญหา|ข้อผิดพลาด|บั๊ก)(?:ที่)?(?:ร้ายแรง|วิกฤต|รุนแรง) = critical problem
  ร้ายแรง|วิกฤต = critical
  สูง = high
  ปานกลาง = medium
  ต่ำ = low
  ปัญหา|ข้อผิดพลาด|บั๊ก = problem
  ช่องโหว่ = vulnerability
  แต่ = , but
`,
  /\p{Script=Thai}/u,
)

/** Japanese goes before Chinese, with which it shares signs. */
const LANGUAGES = [
  JAPANESE,
  CHINESE,
  KOREAN,
  RUSSIAN,
  GREEK,
  SEMITIC,
  HINDI,
  THAI,
  VIETNAMESE,
  TURKISH,
  SLAVIC,
  ROMANIAN,
  URALIC,
  INDONESIAN,
  NORTHERN,
  GERMAN,
  ROMANCE,
]

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
  '।': '. ',
  '،': ', ',
  '؛': '; ',
  '؟': '? ',
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
        text.replace(/[：，。；、！？（）【】｜।،؛؟]/g, (sign) => WIDE[sign] ?? sign),
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

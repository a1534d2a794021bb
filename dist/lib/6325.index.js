const d=6325,l=[6325],u={26325:((c,o,s)=>{s.r(o),s.d(o,{cliHelp:()=>r,codebaseInvestigator:()=>i});const e={type:"array",items:{type:"string"}},i={name:"codebase_investigator",description:"Explores the repository",inputName:"objective",tools:["list_directory","read_file","glob","search_file_content"],model:"inherit",sampling:{temperature:.1,topP:.95},turns:15,minutes:5,query:`Investigate the repository for this objective, then report:

<objective>
\${objective}
</objective>`,systemPrompt:`You are the codebase investigator, a sub-agent. Another agent gave you an objective and will act on your report without reading the code again, so what you leave out is lost and what you guess misleads.

# How to investigate

- Start from what the objective names: symbols, error messages, file names, words of a feature. Search for them, then read the files around the hits.
- Follow the code both ways: who calls it and what it calls, where its data comes from and where it goes. Look at the tests and the configuration that belong to it.
- Note questions as they come up and answer each by reading, not by guessing. Report contradictions.
- Look for the cause, not only the symptom. Also look for other places with the same problem.
- You only read. Describe what should change and where.
- Stop when you can explain the matter to a colleague with paths, symbols and reasons.

# The report

- SummaryOfFindings: your findings, the reasons, and the consequences for the objective, in a few concrete paragraphs.
- ExplorationTrace: what you searched and read, step by step, in order.
- RelevantLocations: each file that matters, why it does, and its key symbols. Leave out files that do not matter.`,output:{name:"report",description:"The findings of the investigation.",schema:{type:"object",properties:{SummaryOfFindings:{type:"string",description:"The findings and their consequences for the objective."},ExplorationTrace:{...e,description:"The steps of the investigation, in order."},RelevantLocations:{type:"array",description:"The files that matter.",items:{type:"object",properties:{FilePath:{type:"string"},Reasoning:{type:"string",description:"Why this file matters."},KeySymbols:e},required:["FilePath","Reasoning","KeySymbols"]}}},required:["SummaryOfFindings","ExplorationTrace","RelevantLocations"]},present:t=>JSON.stringify(t,null,2)}},r={name:"cli_help",description:"Answers questions about Sluice",inputName:"question",tools:["get_internal_docs"],model:"inherit",sampling:{temperature:.1,topP:.95},turns:10,minutes:3,query:`Answer this question from the documentation:

<question>
\${question}
</question>`,systemPrompt:`You are a sub-agent that answers questions from the documentation of Sluice \${cliVersion}, the program that runs you (model \${activeModel}). Another agent asks you a question.

- List the documentation with get_internal_docs, then read the files that may contain the answer. Never answer from memory.
- Answer exactly what was asked, with names of inputs, settings and policy keys exactly as written, and a short example where it helps.
- If the documentation does not say it, say that it does not.`,output:{name:"report",description:"The answer and its sources.",schema:{type:"object",properties:{answer:{type:"string",description:"The answer, in Markdown."},sources:{...e,description:"The documentation files it comes from."}},required:["answer","sources"]},present(t){const{answer:n,sources:a}=t;return a.length===0?n:`${n}

**Sources:**
${a.map(h=>`- ${h}`).join(`
`)}`}}}})};export{d as id,l as ids,u as modules};

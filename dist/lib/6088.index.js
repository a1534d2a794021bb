const d=6088,l=[6088],u={66088:((c,o,s)=>{s.r(o),s.d(o,{cliHelp:()=>r,codebaseInvestigator:()=>i});const e={type:"array",items:{type:"string"}},i={name:"codebase_investigator",description:"Explores the repository",input:"objective",tools:["list_directory","read_file","glob","search_file_content"],model:"inherit",sampling:{temperature:.1,topP:.95},turns:15,minutes:5,query:`Investigate the repository for this objective, then report:

<objective>
\${objective}
</objective>`,system:`You are the codebase investigator, a sub-agent. Another agent has handed you an objective and will act on your report without looking at the code again, so what you leave out is lost and what you guess misleads.

# How to investigate

- Start from what the objective names: symbols, error messages, file names, words of a feature. Search for them, then read the files around the hits.
- Follow the code both ways: who calls it and what it calls, where its data comes from and where it goes. Look at the tests and the configuration that belong to it.
- Note questions as they come up and answer each by reading, not by supposing. When two places contradict each other, say so.
- Look for the cause, not only the place where it shows; look also for other places with the same problem.
- You only read. Nothing is changed by you, so describe what should change and where.
- Stop when you could explain the matter to a colleague with paths, symbols and the reasons behind them.

# The report

- SummaryOfFindings: what you found out, why it is so, and what follows for the objective, in a few concrete paragraphs.
- ExplorationTrace: what you searched and read, step by step, in the order you did.
- RelevantLocations: each file that matters, why it does, and its key symbols. Leave out files you merely passed.`,output:{name:"report",description:"The findings of the investigation.",schema:{type:"object",properties:{SummaryOfFindings:{type:"string",description:"What was found out and what follows for the objective."},ExplorationTrace:{...e,description:"The steps of the investigation, in order."},RelevantLocations:{type:"array",description:"The files that matter.",items:{type:"object",properties:{FilePath:{type:"string"},Reasoning:{type:"string",description:"Why this file matters."},KeySymbols:e},required:["FilePath","Reasoning","KeySymbols"]}}},required:["SummaryOfFindings","ExplorationTrace","RelevantLocations"]},present:t=>JSON.stringify(t,null,2)}},r={name:"cli_help",description:"Answers questions about Sluice",input:"question",tools:["get_internal_docs"],model:"inherit",sampling:{temperature:.1,topP:.95},turns:10,minutes:3,query:`Answer this question from the documentation:

<question>
\${question}
</question>`,system:`You are a sub-agent that knows the documentation of Sluice \${cliVersion}, the program that runs you (model \${activeModel}). Another agent passes a question on to you.

- List the documentation with get_internal_docs, then read the files that could hold the answer. Never answer from memory.
- Answer exactly what was asked, with names of inputs, settings and policy keys as they are written, and a short example where one helps.
- If the documentation does not say it, say that it does not.`,output:{name:"report",description:"The answer and where it stands.",schema:{type:"object",properties:{answer:{type:"string",description:"The answer, in Markdown."},sources:{...e,description:"The documentation files it comes from."}},required:["answer","sources"]},present(t){const{answer:n,sources:a}=t;return a.length===0?n:`${n}

**Sources:**
${a.map(h=>`- ${h}`).join(`
`)}`}}}})};export{d as id,l as ids,u as modules};

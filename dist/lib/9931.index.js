const p=9931,x=[9931],_={19931:((y,i,c)=>{c.r(i),c.d(i,{inForm:()=>h});var m=c(13803),u=c(87178);async function h(t,a,n,o,r){if(t.end!=="answered"&&t.end!=="stopped")return t;const e=a.read(t.text);if(e.ok)return{...t,...f(e.value)};if(t.end==="stopped")return t;const d=await l(e.problem,a,n,o,r),s=d===void 0?e:a.read(d);return s.ok?{...t,...f(s.value)}:{end:"failed",outcome:"model",text:`The answer does not fit output_schema: ${s.problem}.

It was:

${d||t.text}`}}const f=t=>({structured:t,text:`\`\`\`json
${JSON.stringify(t,null,2)}
\`\`\``});async function l(t,a,n,o,r){(0,u.qz)(n,`[Your answer does not have the form it must have: ${t}. Give the whole answer again as one JSON value that fits the schema, without any text around it.]`);const e=o.budget?.allows((0,u.Uc)(n,o))??{may:"work"};if(e.may==="end briefly"||e.may==="nothing")return;const d=e.most===void 0?{}:{most:e.most};try{return(0,u.b6)(await w(n,a,d,o,r))}catch(s){if(r.aborted||!(s instanceof m.m))throw s;o.emit({type:"notice",level:"warning",text:`The answer could not be asked for again: ${s.message}`});return}}async function w(t,{schema:a},n,o,r){try{return await(0,u.jM)(t,o,r,{tools:[],schema:a,...n})}catch(e){if(r.aborted||!(e instanceof m.m)||e.fault!=="request")throw e;return(0,u.jM)(t,o,r,{choice:{mode:"none"},...n})}}})};export{p as id,x as ids,_ as modules};

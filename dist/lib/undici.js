const n=function(){throw new Error("undici is not in this bundle")},t=function(){throw new Error("undici is not in this bundle")};export{n as ProxyAgent,t as fetch};

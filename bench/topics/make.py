"""Makes three shares with tags of the evaluation data. usage: make.py SPAR DATA OUT"""
import json,csv,os,re,sys,subprocess,collections
spar,D,O=sys.argv[1:4]
def run(home,*a,inp=None):
    r=subprocess.run([spar,'--data',home,*a],capture_output=True,text=True)
    return r
def setup(name,files,tags,vocab=None):
    home=f'{O}/{name}.home'; share=f'{O}/{name}.share'
    os.makedirs(share,exist_ok=True)
    for n,t in files.items(): open(f'{share}/{n}','w').write(t)
    print(run(home,'share','add',name,share).stderr[:200])
    print(run(home,'scan').stderr[:200])
    if vocab: print(run(home,'taxonomy','import',*vocab).stderr[-300:])
    with open(f'{share}.csv','w') as f:
        w=csv.writer(f); w.writerow(['path','tags'])
        for n,ts in tags.items():
            w.writerow([n,'|'.join(ts)])
    json.dump(tags,open(f'{O}/{name}.tags.json','w'))
d=json.load(open(D+'/pubmedqa/ori_pqal.json'))
setup('mesh',{k+'.txt':' '.join(a['CONTEXTS']) for k,a in d.items()},{k+'.txt':a['MESHES'] for k,a in d.items()},[D+'/mesh2022/mesh2022.jsonl','--name','mesh'])
# PLOS
tags=collections.defaultdict(list)
for r in csv.DictReader(open(D+'/plos/tags.csv')): tags[r['path']].append(r['tag'])
import glob
files={}
for p in glob.glob(D+'/plos/share/**/*.xml',recursive=True): files[os.path.basename(p)]=open(p,errors='replace').read()
print(len(files))
setup('plos',files,{k:v for k,v in tags.items() if k in files},[D+'/plos_thesaurus/plosthes.2017-1.extract.xml','--name','plos'])
# handbook, folders hidden
files={};tags={}
H=D+'/handbook_18f/pages/'
names={'hiring-staying-or-changing-jobs':'Hiring, staying or changing jobs'}
for p in glob.glob(H+'*/**/*.md',recursive=True):
    rel=p[len(H):]; top=rel.split('/')[0]
    n=rel.replace('/','__').split('__',1)[1]
    if n in files: n=top[:3]+n
    files[n]=open(p,errors='replace').read()
    t=names.get(top,top.replace('-',' ').capitalize()); tags[n]=[t]
setup('handbook',files,tags)
for s in ('mesh','plos','handbook'):
    print(s,run(f'{O}/{s}.home','rule','sidecar','apply',f'{O}/{s}.share.csv','--share',s,'--create').stderr[-300:])

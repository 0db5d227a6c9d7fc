/*
Package lazy records arithmetic on arrays as expressions and evaluates them, as
few passes over memory. It is what package nd is made of, without nd's types: for
authors of libraries who have array types of their own. Who just wants arrays is
better served by nd, whose chains wrap those of this package.

	x := lazy.From(a)                  // a is any type with a View method, see package zip
	y := x.Mul(x).Add(lazy.Const(1.0)).Sqrt()
	err := lazy.EvalInto(y, dst)       // so is dst

# Recording

A [Chain] is an expression: an operand, from [From] or [Const], or an operation on
others. Element types are known when the program runs and not to the compiler, and
are checked as each step is recorded, as shapes are. [As] converts. [Chain.Apply]
takes an operation by its name, such as [OpAdd]; the methods of the same names do
no more. [Chain.Over], [Chain.SkipNaN] and [Chain.Reduce] record reductions, [Map],
[MapBlocks] and [ReduceWith] functions of the user, and the methods of views, from
[Chain.Slice] to [Chain.Reshape], say which elements are wanted. [Trace] records a
function of parameters, to be evaluated on operands of any shape.

[Expect] checks the element type where a typed face is put around a chain. [Now],
[Assign] and [Total] are for operations that run at once; they record little, and
nothing where one kernel does all the work.

# Evaluating

[EvalInto] simplifies the expression, plans it for the layout of the destination,
and runs the plan: [Chain.Explain] prints it. The chain keeps its last plans, so
that evaluation into a destination of the same layout goes straight to the loops.
[EvalNew] is for destinations that have just been made, [Value] for results
without axes, [Run] for traced functions.

# Contracts

Ownership: a chain holds its operands by reference, and reads their elements when
it is evaluated, each time anew. Views are checked once, by From; their shape and
strides must not change afterwards, while elements may. What is given to a method, such as a
shape or a list of axes, is copied. Destinations are written during evaluation
alone, and not kept. They may share memory with operands in any way: the result is
as if all operands had been read before the first write.

Allocation: recording allocates the steps, planning the plan. An evaluation whose
plan is there allocates nothing, unless elements hold pointers, or functions of the
user do.

Concurrency: chains and traced functions never change, and several goroutines may
record from and evaluate the same one, if nobody writes to the operands meanwhile,
the destinations are distinct and functions of the user are safe for it. One
evaluation runs on one goroutine.

Errors: the first error of a chain sticks, and evaluation returns it; [Chain.Err]
tells of it before. It is one of the types that package nd exports: *nd.ShapeError
and the like, in an *nd.StepError that names the step. Evaluation adds errors found
in the data, *nd.DomainError and *nd.DivideError, and those of the destination.
All leave the destination as it was. Only a panic in a function of the user, which
becomes an *nd.PanicError, may leave part of it written. Only misuse that a compiler
might have found panics: a viewer that is nil, an Op or a Reduction that does not
exist.
*/
package lazy

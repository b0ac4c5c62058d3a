/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Critical sections that exclude those of other cores (systems/gic/firmware/kernel/scheduler.c), as a model
 * for spin.
 *
 * Each of three cores has a task, which enters a section twice, and one within it; the first core has a routine
 * above, too, which enters one. The routine comes whenever interrupts are not masked, and runs to its end before the task goes
 * on. A lock with tickets lets one in at a time; who runs counts its sections within sections.
 *
 * Each option of the preprocessor is a mistake, with which an assertion fails
 * (systems/gic/tests/test_gic_model.py).
 */
#define CORES 3
#define TASK    0
#define ROUTINE 1

byte next, served;      /* the lock */
byte asks[CORES];       /* tickets of a core that are not served */
byte owner = CORES;     /* the core that has it; CORES: none */
byte inside;            /* sections that are entered, on all cores */
byte passed[CORES];     /* cores that have entered since this one asked */

/* Who runs on a core, and whether a routine may come. */
byte runs[CORES];
bool masked[CORES];
byte nesting[6];

#define ME    (2 * core + who)
#define MY_TURN (runs[core] == who)

inline mask()
{
    atomic { MY_TURN -> masked[core] = true }
}

inline unmask()
{
    atomic { MY_TURN -> masked[core] = false }
}

inline take()
{
    atomic { MY_TURN -> asks[core]++; assert(asks[core] == 1); ticket = next; next = (next + 1) % 4; passed[core] = 0 };
    do
    :: atomic {
        MY_TURN && served == ticket ->
            owner = core;
            asks[core]--;
            assert(passed[core] < CORES); /* in the order of asking: each other core once at most */
            passed[0]++; passed[1]++; passed[2]++;
            break
       }
    :: atomic { MY_TURN && owner == core -> assert(false) } /* for ever */
    od
}

inline give()
{
    atomic { MY_TURN -> assert(owner == core); owner = CORES; served = (served + 1) % 4 }
}

inline enter()
{
#ifdef LOCK_FIRST
    if
    :: nesting[ME] == 0 -> take()
    :: else
    fi;
    mask();
#else
    mask();
#ifdef NESTED_TAKE
    take();
#else
    if
    :: nesting[ME] == 0 -> take()
    :: else
    fi;
#endif
#endif
    nesting[ME]++
}

inline leave()
{
    nesting[ME]--;
#ifdef UNMASK_FIRST
    if
    :: nesting[ME] == 0 -> unmask(); give()
    :: else
    fi
#else
#ifdef INNER_GIVES
    give();
#endif
    if
    :: nesting[ME] == 0 ->
#ifndef INNER_GIVES
        give();
#endif
        unmask()
    :: else
    fi
#endif
}

/* What a section is for. */
inline work()
{
    atomic { MY_TURN -> inside++; assert(inside == 1) };
    atomic { MY_TURN -> inside-- }
}

proctype task(byte core)
{
    byte who = TASK, times, ticket;

    do
    :: times == 2 -> break
    :: times < 2 ->
        times++;
        enter();
        work();
        if
        :: enter(); leave()
        :: true
        fi;
        work();
        leave()
    od
}

proctype routine(byte core)
{
    byte who = ROUTINE, times, ticket;

    do
    :: times == 1 -> break
    :: times < 1 ->
        times++;
        atomic { runs[core] == TASK && !masked[core] -> runs[core] = ROUTINE };
        enter();
        work();
        leave();
        atomic { MY_TURN -> runs[core] = TASK }
    od
}

init
{
    atomic {
        run task(0); run task(1); run task(2);
        run routine(0)
    }
}
